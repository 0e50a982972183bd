/**
 * Reads the time of a scan as a sender wrote it, in milliseconds since 1970: any calendar, week or
 * ordinal date of ISO 8601 with or without a time of day, extended or basic, which `Date.parse`
 * knows only in part. Other texts are left to `Date.parse`. Returns NaN if it is no time.
 */
export function toScanTime(text: string): number {
  const [, date, time, zone] = isoPattern.exec(text.trim()) ?? [];
  if (date === undefined) return Date.parse(text);
  const day = toDay(date);
  const timeOfDay = time === undefined ? 0 : toTimeOfDay(time);
  const utc = day * dayMs + timeOfDay;
  // As in ECMAScript: a day alone is in UTC, a time without a zone is a local one.
  if (time === undefined) return utc;
  // `Date.parse` knows the form that toISOString writes, without its Z.
  if (zone === undefined)
    return Number.isNaN(utc) ? utc : Date.parse(new Date(utc).toISOString().slice(0, -1));
  return utc - toOffset(zone);
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

/** Returns the number of days since 1970; NaN for a day that does not exist. */
function toDay(date: string): number {
  const year = Number(date.slice(0, 4));
  const part = date.slice(4).replaceAll("-", "").toUpperCase();
  if (part.startsWith("W")) return toWeekDay(year, Number(part.slice(1, 3)), Number(part[3] ?? 1));
  if (part.length === 3) {
    const day = Number(part);
    return day >= 1 && day <= dayOf(year + 1, 1, 1) - dayOf(year, 1, 1)
      ? dayOf(year, 1, day)
      : Number.NaN;
  }
  const [month, day] = [Number(part.slice(0, 2)), Number(part.slice(2))];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  return isDay ? dayOf(year, month, day) : Number.NaN;
}

/** The first week of a year is the one with January 4 (ISO 8601). */
function toWeekDay(year: number, week: number, weekday: number): number {
  const first = firstMonday(year);
  const weeks = (firstMonday(year + 1) - first) / 7;
  return week >= 1 && week <= weeks ? first + 7 * (week - 1) + weekday - 1 : Number.NaN;
}

function firstMonday(year: number): number {
  const day = dayOf(year, 1, 4);
  // 1970 began on a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7);
}

function daysIn(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1);
}

function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / dayMs;
}

/** Returns milliseconds since midnight. The last unit that is given may have a fraction. */
function toTimeOfDay(time: string): number {
  const parts = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d+))?$/.exec(time);
  if (!parts) return Number.NaN;
  const [, hour, minute, second, fraction] = parts;
  const unit = second !== undefined ? 1000 : minute !== undefined ? minuteMs : hourMs;
  const whole = Number(hour) * hourMs + Number(minute ?? 0) * minuteMs + Number(second ?? 0) * 1000;
  // The second 60 is a leap second, and the hour 24 the end of the day.
  const isTime = Number(minute ?? 0) < 60 && Number(second ?? 0) <= 60 && whole <= dayMs;
  return isTime ? whole + Math.floor(Number(`0.${fraction ?? 0}`) * unit) : Number.NaN;
}

function toOffset(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const offset = Number(digits.slice(0, 2)) * hourMs + Number(digits.slice(2)) * minuteMs;
  return zone.startsWith("-") ? -offset : offset;
}
