/** A labeled value of a material. */
export type MaterialFact = { label: string; value: string };

export const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** Formats a number with its unit; undefined for any other value. */
export function formatWithUnit(value: unknown, unit: string): string | undefined {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber ? `${decimals.format(value)} ${unit}` : undefined;
}

/**
 * Formats a day in UTC, because only the day matters for a material. Returns undefined for an
 * invalid date.
 */
export function formatDay(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(date);
}
