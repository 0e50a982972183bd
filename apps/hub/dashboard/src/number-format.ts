import { pageLocale } from "@scanhook/texts/reader";

/** Formats a number for the reader, such as `1,250`. */
export function formatNumber(number: number): string {
  return new Intl.NumberFormat(pageLocale()).format(number);
}

/** Joins names, numbers or other items for the reader, such as `Hall, Cellar, Yard`. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: "unit" }).format(items);
}
