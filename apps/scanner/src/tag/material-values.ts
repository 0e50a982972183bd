import { pageLocale } from "@scanhook/texts/reader";

/** A labeled value of a material. */
export type MaterialFact = { label: string; value: string };

/**
 * Formats a day in UTC, because only the day matters for a material. Returns undefined for an
 * invalid date.
 */
export function formatDay(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(
    date,
  );
}
