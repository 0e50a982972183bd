import { pageLocale } from "@scanhook/texts/reader";

/** Formats a number as in the language of this page. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(pageLocale(), options).format(value);
}

/** Formats a number with exactly this number of digits after the decimal point. */
export function formatDigits(value: number, digits: number): string {
  return formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats a number with a unit of Intl (ECMA-402, section 6.6), such as `4.5 cm`. */
export function formatUnit(value: number, unit: string, digits = 0): string {
  return formatNumber(value, {
    style: "unit",
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats a share of 1 in whole percents, such as `27%`. */
export function formatPercent(share: number): string {
  return formatNumber(share, { style: "percent" });
}

/** Returns a list as in a sentence, such as `1, 2, and 3`. */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(names);
}

/** Returns a list without a conjunction where the language allows it, such as `1, 2, 3`. */
export function formatItems(names: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: "unit" }).format(names);
}

/** Returns a number that was typed with a point, such as `1.5`, with the sign of the language. */
export function formatTyped(number: string): string {
  const parts = new Intl.NumberFormat(pageLocale()).formatToParts(1.5);
  return number.replace(".", parts.find(({ type }) => type === "decimal")?.value ?? ".");
}
