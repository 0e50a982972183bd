import { pageLocale } from "@scanhook/texts/reader";

/** Formats the time of day of a time in milliseconds since 1970, in the locale of this page. */
export function formatTime(time: number): string {
  return new Intl.DateTimeFormat(pageLocale(), { timeStyle: "short" }).format(time);
}

/**
 * Formats the day of `time` as a heading, with names for today and yesterday, and with the year if
 * it is not that of `now`. Both times are in milliseconds since 1970.
 */
export function formatDay(
  time: number,
  now: number,
  dayNames: { today: string; yesterday: string },
): string {
  const daysAgo = toDayNumber(now) - toDayNumber(time);
  if (daysAgo === 0) return dayNames.today;
  if (daysAgo === 1) return dayNames.yesterday;
  const format: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
  const year =
    new Date(time).getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
  return new Intl.DateTimeFormat(pageLocale(), { ...format, ...year } as typeof format).format(
    time,
  );
}

/** Formats the day of a time in milliseconds since 1970, such as `Nov 30, 2026`. */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium" }).format(time);
}

/** Formats a time in milliseconds since 1970 as a day and a time of day. */
export function formatDateAndTime(time: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(pageLocale(), style).format(time);
}

/** Formats a time in milliseconds since 1970 as a day of a month and a time of day. */
export function formatDayTime(time: number): string {
  const format = { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(pageLocale(), format).format(time);
}

/** Formats a time in milliseconds since 1970 as a date and a time with seconds. */
export function formatDateTime(time: number): string {
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeStyle: "medium" }).format(
    time,
  );
}

/**
 * Numbers the days of the local calendar. A day of 23 or 25 hours, at a clock change, counts as one
 * day.
 */
function toDayNumber(time: number): number {
  const day = new Date(time);
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000);
}
