/** Formats a time of day in the locale of the browser. */
export function formatTime(time: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(time);
}

/**
 * Formats a day as a heading, with names for today and yesterday, and with the year if it is not
 * the current one.
 */
export function formatDay(
  time: number,
  now: number,
  dayNames: { today: string; yesterday: string },
): string {
  const days = toDayNumber(now) - toDayNumber(time);
  if (days === 0) return dayNames.today;
  if (days === 1) return dayNames.yesterday;
  const format: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
  const year =
    new Date(time).getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(undefined, { ...format, ...year } as typeof format).format(time);
}

/** Formats a date and a time with seconds. */
export function formatDateTime(time: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(
    time,
  );
}

/**
 * Numbers the days of the local calendar. Days of 23 or 25 hours, at a clock change, count like any
 * other.
 */
function toDayNumber(time: number): number {
  const day = new Date(time);
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
}
