import { toDateLocale } from "../texts/date-locale.ts";

/**
 * Formats a time of today as `14:02`, and one of another day as `22 Nov 2026, 14:02`, with the
 * date as in the language.
 */
export function formatTime(time: number, now: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(toDateLocale(language), {
    ...(!isToday && { day: "numeric", month: "short", year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    // `clock-of-sender.ts` looks for these digits.
    hourCycle: "h23",
  }).format(time);
}
