import type { Gs1Part } from "./gs1.ts";

/**
 * Returns the value of a part as people read it: an amount with its unit, a date in the language of
 * the browser, or else the text of the part. Dates in codes have no time zone.
 */
export function formatGs1Value({ value, text, date, until, amount }: Gs1Part): string {
  if (amount) return `${amount.number} ${amount.unit}`.trim();
  if (date === undefined) return text ?? value;
  return until === undefined ? formatDate(date) : `${formatDate(date)} – ${formatDate(until)}`;
}

function formatDate(date: string): string {
  const hasTime = date.includes("T");
  const hasDay = date.length > "2026-12".length;
  return new Intl.DateTimeFormat(undefined, {
    timeZone: "UTC",
    year: "numeric",
    month: "long",
    day: hasDay ? "numeric" : undefined,
    hour: hasTime ? "2-digit" : undefined,
    minute: hasTime ? "2-digit" : undefined,
  }).format(new Date(hasTime ? `${date}Z` : date));
}
