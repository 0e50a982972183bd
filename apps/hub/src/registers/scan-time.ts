/**
 * Parses the time of a scan as its sender wrote it. Accepts calendar, week and ordinal dates of ISO
 * 8601 with or without a time of day, in the extended and the basic format, of which `Date.parse`
 * understands only some. Passes other texts to `Date.parse`. Returns milliseconds since 1970, or
 * NaN for an invalid time.
 */
export function toScanTime(text: string): number {
  const [, date, time, zone] = isoPattern.exec(text.trim()) ?? [];
  if (date === undefined) return Date.parse(text);
  const day = parseDate(date);
  const timeOfDay = time === undefined ? 0 : parseTimeOfDay(time);
  const utc = day * dayMs + timeOfDay;
  // As in ECMAScript, a date without a time is in UTC, and a time without a zone is a local time.
  if (time === undefined) return utc;
  // `Date.parse` reads the format of `toISOString` without its Z as a local time.
  if (zone === undefined)
    return Number.isNaN(utc) ? utc : Date.parse(new Date(utc).toISOString().slice(0, -1));
  return utc - parseOffsetMs(zone);
}

const datePattern = /\d{4}(?:-?W\d{2}(?:-?[1-7])?|-?\d{3}|-\d{2}-\d{2}|\d{4})/;
const timePattern = /[\d:]+(?:[.,]\d+)?/;
const zonePattern = /Z|[+-]\d{2}(?::?\d{2})?/;
const isoPattern = new RegExp(
  `^(${datePattern.source})(?:[T ](${timePattern.source})(${zonePattern.source})?)?$`,
  "i",
);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns the days since 1970-01-01 for a date in ISO 8601; NaN for a date that does not exist. */
function parseDate(date: string): number {
  const year = Number(date.slice(0, 4));
  const part = date.slice(4).replaceAll("-", "").toUpperCase();
  if (part.startsWith("W"))
    return fromWeekDate(year, Number(part.slice(1, 3)), Number(part[3] ?? 1));
  if (part.length === 3) {
    const day = Number(part);
    return day >= 1 && day <= toDayNumber(year + 1, 1, 1) - toDayNumber(year, 1, 1)
      ? toDayNumber(year, 1, day)
      : Number.NaN;
  }
  const [month, day] = [Number(part.slice(0, 2)), Number(part.slice(2))];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDay ? toDayNumber(year, month, day) : Number.NaN;
}

/**
 * Returns the days since 1970-01-01 for a week date. The first week of a year is the one with
 * January 4 (ISO 8601).
 */
function fromWeekDate(year: number, week: number, weekday: number): number {
  const first = firstMonday(year);
  const weeks = (firstMonday(year + 1) - first) / 7;
  return week >= 1 && week <= weeks ? first + 7 * (week - 1) + weekday - 1 : Number.NaN;
}

function firstMonday(year: number): number {
  const day = toDayNumber(year, 1, 4);
  // 1970 began on a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7);
}

function daysIn(year: number, month: number): number {
  return toDayNumber(year, month + 1, 1) - toDayNumber(year, month, 1);
}

function toDayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / dayMs;
}

/**
 * Returns milliseconds since midnight; NaN for an invalid time. The smallest unit that is given may
 * have a fraction.
 */
function parseTimeOfDay(time: string): number {
  const parts = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d+))?$/.exec(time);
  if (!parts) return Number.NaN;
  const [, hour, minute, second, fraction] = parts;
  const unitMs = second !== undefined ? 1000 : minute !== undefined ? minuteMs : hourMs;
  const wholeMs =
    Number(hour) * hourMs + Number(minute ?? 0) * minuteMs + Number(second ?? 0) * 1000;
  // Second 60 is a leap second, and hour 24 is the end of the day.
  const isTime = Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60 && wholeMs <= dayMs;
  return isTime ? wholeMs + Math.floor(Number(`0.${fraction ?? 0}`) * unitMs) : Number.NaN;
}

/** Returns the offset of a time zone from UTC in milliseconds, positive east of Greenwich. */
function parseOffsetMs(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const offsetMs = Number(digits.slice(0, 2)) * hourMs + Number(digits.slice(2)) * minuteMs;
  return zone.startsWith("-") ? -offsetMs : offsetMs;
}
