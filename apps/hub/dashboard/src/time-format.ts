import { texts } from "./texts/en.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats a time relative to now: "12 s ago", the clock time today, the date before. Returns an
 * unreadable time as it is.
 */
export function formatRelativeTime(iso: string, now: number, locale?: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const ageMs = now - time;
  if (ageMs < 5 * second) return texts.time.now;
  if (ageMs < minute) return texts.time.seconds(Math.floor(ageMs / second));
  if (ageMs < hour) return texts.time.minutes(Math.floor(ageMs / minute));
  const clock = new Date(time).toLocaleTimeString(locale, { timeStyle: "short" });
  const days = daysBetween(new Date(time), new Date(now));
  if (days === 0) return clock;
  if (days === 1) return texts.time.yesterday(clock);
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    year: sameYear ? undefined : "numeric",
  });
}

/** Formats a time to the second, with date and time zone. Returns an unreadable time as it is. */
export function formatExactTime(iso: string, locale?: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "long" });
}

/**
 * Describes how far the device's time and the time of arrival are apart. Devices send whole
 * seconds, so a difference of up to two seconds counts as none.
 */
export function describeClockSkew(deviceTime: string, receivedAt: string): string {
  const difference = Date.parse(receivedAt) - Date.parse(deviceTime);
  if (Number.isNaN(difference)) return texts.time.unreadable;
  if (Math.abs(difference) <= 2 * second) return texts.time.inStep;
  return difference > 0
    ? texts.time.later(formatDuration(difference))
    : texts.time.ahead(formatDuration(-difference));
}

/** Formats a duration in its two largest units: "3 min 20 s", "2 h", "5 days". */
export function formatDuration(ms: number): string {
  const { time } = texts;
  if (ms >= 2 * day) return time.daySpan(Math.floor(ms / day));
  const countsWithUnits: [number, string][] = [
    [Math.floor(ms / hour), time.hourUnit],
    [Math.floor((ms % hour) / minute), time.minuteUnit],
    [Math.floor((ms % minute) / second), time.secondUnit],
  ];
  const firstIndex = countsWithUnits.findIndex(([count]) => count > 0);
  if (firstIndex < 0) return `0 ${time.secondUnit}`;
  return countsWithUnits
    .slice(firstIndex, firstIndex + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

function daysBetween(from: Date, to: Date): number {
  const toUtcDay = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((toUtcDay(to) - toUtcDay(from)) / day);
}
