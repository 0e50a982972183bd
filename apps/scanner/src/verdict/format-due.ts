import { pageLocale } from "@scanhook/texts/reader";

/**
 * Formats a day, `YYYY-MM-DD`, such as `6 Dec`, in the locale of this page, with the year if it is
 * not this one.
 */
export function formatDay(day: string, now = Date.now()): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return format(new Date(year, month - 1, date), now, {});
}

/**
 * Formats when a thing is due, in ISO 8601, such as `6 Dec`. Things are due at the end of a day,
 * which is the start of the next one; at any other time, the time is added.
 */
export function formatDue(due: string, now = Date.now()): string {
  const time = new Date(due);
  const isEndOfDay = time.getHours() === 0 && time.getMinutes() === 0;
  if (isEndOfDay) return format(new Date(time.getTime() - 1), now, {});
  const isLastMinute = time.getHours() === 23 && time.getMinutes() === 59;
  return format(time, now, isLastMinute ? {} : { hour: "numeric", minute: "2-digit" });
}

function format(time: Date, now: number, more: Intl.DateTimeFormatOptions): string {
  const isThisYear = time.getFullYear() === new Date(now).getFullYear();
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", ...more };
  if (!isThisYear) options.year = "numeric";
  return new Intl.DateTimeFormat(pageLocale(), options).format(time);
}

/**
 * Returns how many days a thing is late, counted as days of the calendar, from its day if it has
 * one.
 */
export function countDaysLate(due: string, dueDay?: string, now = Date.now()): number {
  const toDay = (time: number) => {
    const day = new Date(time);
    return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000;
  };
  const from = dueDay ? Date.parse(dueDay) / 86_400_000 : toDay(Date.parse(due) - 1);
  return Math.max(0, toDay(now) - from);
}
