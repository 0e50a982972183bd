import { texts } from "./texts/en.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Formats a time relative to now: "12 s ago", the time of day for today, or the date for earlier
 * days. Returns text that is no time unchanged.
 */
export function formatRelativeTime(iso: string, now: number, locale?: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const ageMs = now - time;
  if (ageMs < 5 * secondMs) return texts.time.now;
  if (ageMs < minuteMs) return texts.time.seconds(Math.floor(ageMs / secondMs));
  if (ageMs < hourMs) return texts.time.minutes(Math.floor(ageMs / minuteMs));
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

/** Formats a time to the second, with date and zone. Returns text that is no time unchanged. */
export function formatExactTime(iso: string, locale?: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "long" });
}

/**
 * Describes the difference between the time of the device and the time of arrival. Devices send
 * whole seconds, so a difference of up to two seconds counts as none.
 */
export function describeClockSkew(deviceTime: string, receivedAt: string): string {
  const difference = Date.parse(receivedAt) - Date.parse(deviceTime);
  if (Number.isNaN(difference)) return texts.time.unreadable;
  if (Math.abs(difference) <= 2 * secondMs) return texts.time.inStep;
  return difference > 0
    ? texts.time.later(formatDuration(difference))
    : texts.time.ahead(formatDuration(-difference));
}

/** Formats a duration in its two largest units: "3 min 20 s", "2 h", "5 days". */
export function formatDuration(durationMs: number): string {
  const { time } = texts;
  if (durationMs >= 2 * dayMs) return time.daySpan(Math.floor(durationMs / dayMs));
  const countsWithUnits: [number, string][] = [
    [Math.floor(durationMs / hourMs), time.hourUnit],
    [Math.floor((durationMs % hourMs) / minuteMs), time.minuteUnit],
    [Math.floor((durationMs % minuteMs) / secondMs), time.secondUnit],
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
  return Math.round((toUtcDay(to) - toUtcDay(from)) / dayMs);
}
