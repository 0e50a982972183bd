import { toDateLocale } from "../texts/date-locale.ts";

/** An interval of a rule, such as 7 days: a number and its unit. */
type Interval = { count: number; unit: keyof typeof words };

const words = {
  hour: ["h", "hour", "hours"],
  day: ["d", "day", "days"],
  week: ["w", "week", "weeks"],
  month: ["mo", "month", "months"],
  year: ["y", "year", "years"],
} as const;

const daysOf = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 } as const;
const maxDays = 36_500;

/** The words for what an interval looks like. */
export const intervalAdvice = "such as 4 hours, 7 days, 2 weeks, 6 months or 1 year";

/**
 * Parses an interval such as `4 h`, `7 days`, `2w`, `6 months` or `1 year`. Returns undefined for
 * other texts, and for more than 100 years.
 */
export function parseInterval(text: string): Interval | undefined {
  const [, digits, word] = /^([1-9]\d{0,5})\s*([a-z]+)$/i.exec(text.trim()) ?? [];
  const units = Object.entries(words) as [Interval["unit"], readonly string[]][];
  const unit = units.find(([, known]) => known.includes(word?.toLowerCase() ?? ""))?.[0];
  if (digits === undefined || unit === undefined) return undefined;
  const count = Number(digits);
  return count * daysOf[unit] <= maxDays ? { count, unit } : undefined;
}

/**
 * Returns how long an interval is, in milliseconds. A month counts as 30 days, and a year as 365.
 */
export function toIntervalMs(text: string): number {
  const { count, unit } = readInterval(text);
  return count * daysOf[unit] * 86_400_000;
}

/**
 * Returns when an interval that begins at a time ends. Times are milliseconds since 1970. Except
 * for hours, this is the last second of a day in the time zone of the hub. A month after 31 January
 * is the last day of February.
 */
export function addInterval(time: number, text: string): number {
  const { count, unit } = readInterval(text);
  if (unit === "hour") return time + count * 3_600_000;
  const begin = new Date(time);
  const [year, month, day] = [begin.getFullYear(), begin.getMonth(), begin.getDate()];
  if (unit === "day" || unit === "week") return endOfDay(year, month, day + count * daysOf[unit]);
  const months = month + (unit === "year" ? 12 * count : count);
  const lastDay = new Date(year, months + 1, 0).getDate();
  return endOfDay(year, months, Math.min(day, lastDay));
}

/** Returns the last second of a day in the time zone of the hub, in milliseconds since 1970. */
function endOfDay(year: number, month: number, day: number): number {
  return new Date(year, month, day, 23, 59, 59).getTime();
}

/** Returns the last second of a day, `YYYY-MM-DD`; undefined for a text that is no day. */
export function parseDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const time = endOfDay(Number(year), Number(month) - 1, Number(day));
  return formatIsoDay(time) === text ? time : undefined;
}

/** Formats the day of a time in the time zone of the hub as `YYYY-MM-DD`. */
export function formatIsoDay(time: number): string {
  const date = new Date(time);
  const pad = (value: number) => String(value).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return `${year}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/**
 * Formats when something is due, as in the language: the last second of a day as `6 Dec 2026`, and
 * any other time with its hour.
 */
export function formatDue(time: number, language: string): string {
  const isDay = isEndOfDay(time);
  return new Intl.DateTimeFormat(toDateLocale(language), {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: isDay ? undefined : "2-digit",
    minute: isDay ? undefined : "2-digit",
    hourCycle: "h23",
  }).format(time);
}

/** Returns the day of a date that is the end of a day; undefined for a time of day. */
export function toDueDay(time: number | undefined): string | undefined {
  return time !== undefined && isEndOfDay(time) ? formatIsoDay(time) : undefined;
}

/** Tells whether a time is the last second of a day in the time zone of the hub. */
export function isEndOfDay(time: number): boolean {
  const date = new Date(time);
  return date.getHours() === 23 && date.getMinutes() === 59 && date.getSeconds() === 59;
}

function readInterval(text: string): Interval {
  const interval = parseInterval(text);
  if (!interval) throw new RangeError(`“${text}” is no interval.`);
  return interval;
}
