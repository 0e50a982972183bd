import { texts } from "./texts/en.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A time as people say it: "12 s ago", "today's" clock time, else the date. `iso` as the API gives it. */
export function relativeTime(iso: string, now: number, locale?: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  const ago = now - at;
  if (ago < 5 * second) return texts.time.now;
  if (ago < minute) return texts.time.seconds(Math.floor(ago / second));
  if (ago < hour) return texts.time.minutes(Math.floor(ago / minute));
  const clock = new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  const days = daysBetween(new Date(at), new Date(now));
  if (days === 0) return clock;
  if (days === 1) return texts.time.yesterday(clock);
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(locale, {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

/** A time to the second, with date and time zone, for titles and details. */
export function exactTime(iso: string, locale?: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return at.toLocaleString(locale, { dateStyle: "medium", timeStyle: "long" });
}

/**
 * How the device's time and the time of arrival relate, in words. Devices send whole seconds, so
 * what lies within two seconds counts as the same moment.
 */
export function skewWords(deviceTime: string, receivedAt: string): string {
  const apart = Date.parse(receivedAt) - Date.parse(deviceTime);
  if (Number.isNaN(apart)) return texts.time.unreadable;
  if (Math.abs(apart) <= 2 * second) return texts.time.atOnce;
  return apart > 0 ? texts.time.later(spanWords(apart)) : texts.time.ahead(spanWords(-apart));
}

/** A length of time in its two largest units: "3 min 20 s", "2 h", "5 days". */
export function spanWords(ms: number): string {
  const { time } = texts;
  if (ms >= 2 * day) return time.daySpan(Math.floor(ms / day));
  const parts: [number, string][] = [
    [Math.floor(ms / hour), time.hourUnit],
    [Math.floor((ms % hour) / minute), time.minuteUnit],
    [Math.floor((ms % minute) / second), time.secondUnit],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return `0 ${time.secondUnit}`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

function daysBetween(from: Date, to: Date): number {
  const noon = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((noon(to) - noon(from)) / day);
}
