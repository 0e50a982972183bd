import { pageLocale } from "@scanhook/texts/reader";
import {
  findAmbiguity,
  maxQuantity,
  parseQuantity,
  toThousandths,
} from "../../../src/registers/quantity.ts";
import { formatNumber } from "../number-format.ts";
import { stockTexts as texts } from "../texts/registers.ts";
import type { Entry } from "./registers.ts";

/** Formats a quantity in units, such as `1.5 kg`, or `3` for pieces. */
export function showQuantity(units: number, unit?: string): string {
  const number = formatUnits(units);
  return unit === undefined ? number : `${number} ${unit}`;
}

/** Formats a difference of quantities with its sign, such as `+2 kg`. */
export function showDifference(units: number, unit?: string): string {
  const number = formatUnits(units, "exceptZero");
  return unit === undefined ? number : `${number} ${unit}`;
}

/** A quantity has no separator of thousands, so that it can be typed as it is shown. */
function formatUnits(units: number, signDisplay: "auto" | "exceptZero" = "auto"): string {
  const options = { maximumFractionDigits: 3, useGrouping: false, signDisplay };
  return new Intl.NumberFormat(pageLocale(), options).format(units);
}

/** Parses a quantity that a person typed. Returns units, or one sentence about the mistake. */
export function readQuantity(text: string): number | string {
  const parsed = parseQuantity(text);
  return typeof parsed === "number" ? parsed / 1000 : explainMistake(text);
}

/** Says in the language of the reader what `parseQuantity` says in English. */
function explainMistake(text: string): string {
  const { ambiguous, notQuantity, tooMuch } = texts.book;
  const typed = text.trim();
  if (findAmbiguity(typed)) {
    const whole = typed.replace(",", "");
    return ambiguous({ text: typed, whole, decimal: typed.replace(",", ".") });
  }
  if (/^\d{1,10}(?:[.,]\d{1,3})?$/.test(typed)) return tooMuch({ text, most: maxQuantity / 1000 });
  const examples = { example: formatNumber(12), decimalExample: formatNumber(1.5) };
  return notQuantity({ text: text.slice(0, 40), ...examples });
}

/** Returns how much of an article there is at all places, in units. */
export function sumStock({ stock = [] }: Pick<Entry, "stock">): number {
  return stock.reduce((total, { quantity }) => total + toThousandths(quantity), 0) / 1000;
}

/** Returns whether there is less of an article than its minimum. */
export function isLow(entry: Pick<Entry, "stock" | "minimum">): boolean {
  return entry.minimum !== undefined && sumStock(entry) < entry.minimum;
}
