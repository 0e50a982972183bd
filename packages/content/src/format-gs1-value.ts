import type { Gs1Part } from "./gs1.ts";

/**
 * Returns the value of a part as people read it: an amount with its unit, a date in a locale, by
 * default that of the browser, or else the text of the part. Dates in codes have no time zone.
 */
export function formatGs1Value(
  { value, text, date, until, amount }: Gs1Part,
  locale?: string,
): string {
  if (amount) return `${amount.number} ${amount.unit}`.trim();
  if (date === undefined) return text ?? value;
  const day = formatDate(date, locale);
  return until === undefined ? day : `${day} – ${formatDate(until, locale)}`;
}

function formatDate(date: string, locale: string | undefined): string {
  const hasTime = date.includes("T");
  const hasDay = date.length > "2026-12".length;
  return new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
    day: hasDay ? "numeric" : undefined,
    hour: hasTime ? "2-digit" : undefined,
    minute: hasTime ? "2-digit" : undefined,
  }).format(new Date(hasTime ? `${date}Z` : date));
}
