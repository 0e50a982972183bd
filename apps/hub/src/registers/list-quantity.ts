import { findAmbiguity, maxQuantity } from "./quantity.ts";

/**
 * Parses a quantity of a list into thousandths of the unit: digits with a decimal point or comma,
 * separators of thousands, a sign, and the unit after it, such as `1,250.5`, `1.250,5`, `-3` or
 * `2 kg`. Returns the reason as the end of a sentence for a text that is no such quantity, has
 * more than three decimals, is too large, or has a comma of which nobody knows what it separates.
 */
export function parseListQuantity(text: string, unit = ""): number | string {
  const shown = `“${text.slice(0, 40)}”`;
  const compact = text.trim().replace(/(?<=\d)[\u0020\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/gu, "");
  const [, sign = "", digits = "", suffix = ""] =
    /^([-−+]?) ?(\d[\d.,]{0,24}) ?(.{0,40})$/u.exec(compact) ?? [];
  const ambiguity = findAmbiguity(digits);
  const isOther = suffix !== "" && suffix.toLowerCase() !== unit.toLowerCase();
  const parts = digits === "" || isOther ? undefined : splitNumber(digits);
  if (parts === undefined) return `${shown} is no number`;
  if (ambiguity) return `${shown} ${ambiguity}`;
  const decimals = parts.decimals.replace(/0+$/, "");
  if (decimals.length > 3) return `${shown} has more than three decimals`;
  const quantity = Number(parts.whole) * 1000 + Number(decimals.padEnd(3, "0"));
  if (quantity > maxQuantity) return `${shown} is more than 1000000000`;
  return sign === "-" || sign === "−" ? 0 - quantity : quantity;
}

/** Splits digits at their decimal separator. */
function splitNumber(digits: string): { whole: string; decimals: string } | undefined {
  const plain = /^(\d+)(?:[.,](\d*))?$/.exec(digits);
  if (plain) return { whole: plain[1]!, decimals: plain[2] ?? "" };
  const grouped =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(digits) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(digits);
  return grouped
    ? { whole: grouped[1]!.replace(/[.,]/g, ""), decimals: grouped[2] ?? "" }
    : undefined;
}
