/** Formats a date or a UTC timestamp for people: `2026-11-21` → `21 November 2026`. */
export function longDate(date: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(date),
  );
}
