import { pageLocale } from "@scanhook/texts/reader";
import { texts } from "./texts/page.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const sizes = { day: dayMs, hour: hourMs, minute: minuteMs, second: secondMs } as const;
type Unit = keyof typeof sizes;

/**
 * Formats a time relative to now: "12 s ago", the time of day for today, or the date for earlier
 * days. Returns text that is no time unchanged.
 */
export function formatRelativeTime(iso: string, now: number, locale = pageLocale()): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const ageMs = now - time;
  if (ageMs < 5 * secondMs) return texts.time.now;
  if (ageMs < minuteMs) return texts.time.seconds({ count: Math.floor(ageMs / secondMs) });
  if (ageMs < hourMs) return texts.time.minutes({ count: Math.floor(ageMs / minuteMs) });
  const clock = formatTimeOfDay(time, "short", locale);
  const days = daysBetween(new Date(time), new Date(now));
  if (days === 0) return clock;
  if (days === 1) return texts.time.yesterday({ clock });
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Date(time).toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    year: sameYear ? undefined : "numeric",
  });
}

/** Formats a time to the second, with date and zone. Returns text that is no time unchanged. */
export function formatExactTime(iso: string, locale = pageLocale()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(locale, { dateStyle: "medium", timeStyle: "long" });
}

/**
 * Formats the time of day by the clock of the reader, such as `14:02` or `2:02 PM`; with the style
 * `medium` to the second. `time` is in milliseconds since 1970.
 */
export function formatTimeOfDay(
  time: number,
  timeStyle: "short" | "medium" = "short",
  locale = pageLocale(),
): string {
  return new Date(time).toLocaleTimeString(locale, { timeStyle });
}

/** Formats the day of a time in milliseconds since 1970, such as `Dec 6, 2026`. */
export function formatDate(time: number, locale = pageLocale()): string {
  return new Date(time).toLocaleDateString(locale, { dateStyle: "medium" });
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
    ? texts.time.later({ span: formatDuration(difference) })
    : texts.time.ahead({ span: formatDuration(-difference) });
}

/** Formats a duration in its two largest units: "3 min 20 s", "2 h", "5 days". */
export function formatDuration(durationMs: number): string {
  const { time } = texts;
  if (durationMs >= 2 * dayMs) return time.daySpan({ count: Math.floor(durationMs / dayMs) });
  const parts = split(durationMs, ["hour", "minute", "second"]);
  const first = parts.findIndex(({ number }) => number > 0);
  return join(first < 0 ? [] : parts.slice(first, first + 2));
}

/** Formats a span of whole seconds in all its units: "1 d 2 h", "30 s". */
export function formatSpan(seconds: number): string {
  return join(split(seconds * secondMs, ["day", "hour", "minute", "second"]));
}

type Part = { unit: Unit; number: number };

function split(durationMs: number, units: readonly Unit[]): Part[] {
  let rest = durationMs;
  return units.map((unit) => {
    const number = Math.floor(rest / sizes[unit]);
    rest -= number * sizes[unit];
    return { unit, number };
  });
}

function join(parts: readonly Part[]): string {
  const { units, joined } = texts.time;
  const words = parts
    .filter(({ number }) => number > 0)
    .map(({ unit, number }) => units[unit]({ number }));
  if (words.length === 0) return units.second({ number: 0 });
  return words.reduce((first, second) => joined({ first, second }));
}

function daysBetween(from: Date, to: Date): number {
  const toUtcDay = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((toUtcDay(to) - toUtcDay(from)) / dayMs);
}
