import { verdictNumbers } from "../../texts/hub-texts.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";

/** Kept, because making one takes as long as all other words of a verdict. */
const formats = new Map<string, Intl.NumberFormat>();

/** Returns a quantity in thousandths of a unit as people read it, such as `1.5 kg`, or `3`. */
export function tellQuantity(quantity: number, unit: string | undefined, language: string): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(language, verdictNumbers);
  formats.set(language, format);
  const number = format.format(quantity / 1000);
  return unit === undefined ? number : verdictTexts(language).quantity({ number, unit });
}
