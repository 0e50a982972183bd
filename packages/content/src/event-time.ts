/**
 * A day (`2026-05-12`), optionally with a time (`14:30:00`). `zone` is `UTC` or the name of a time
 * zone; without one, the time is the local time of the reader.
 */
export type EventTime = {
  date: string;
  time?: string | undefined;
  zone?: string | undefined;
};

const dayMs = 86_400_000;

/**
 * Returns whether the day and the time exist. `Date` alone accepts 30 February as 2 March, and
 * 24:00 as the start of the next day.
 */
export function isEventTime({ date, time = "00:00:00" }: EventTime): boolean {
  const parsed = new Date(`${date}T${time}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${date}T${time}`);
}

/**
 * Adds a duration (RFC 5545 3.3.6), such as `PT1H30M`, to a time. Returns undefined for any other
 * text, and if a duration with hours, minutes or seconds is added to a whole day. Ignores changes
 * between standard time and daylight saving time.
 */
export function addDuration(start: EventTime, duration: string): EventTime | undefined {
  const match = /^([+-])?P(?:(\d{1,5})W|(?:(\d{1,6})D)?(?:T(.+))?)$/.exec(duration);
  if (!match || /P$/.test(duration)) return undefined;
  const [, sign, weeks = 0, days = 0, timeOfDay] = match;
  const timeOfDayMs = timeOfDay === undefined ? 0 : parseTimeOfDay(timeOfDay);
  if (timeOfDayMs === undefined || (timeOfDay !== undefined && start.time === undefined))
    return undefined;
  const durationMs = (Number(weeks) * 7 + Number(days)) * dayMs + timeOfDayMs;
  const startMs = Date.parse(`${start.date}T${start.time ?? "00:00:00"}Z`);
  const end = new Date(startMs + (sign === "-" ? -durationMs : durationMs));
  // A calendar has no years of more than four digits.
  if (Number.isNaN(end.getTime()) || !/^\d{4}-/.test(end.toISOString())) return undefined;
  const [date = "", endTime = ""] = end.toISOString().slice(0, 19).split("T");
  return start.time === undefined ? { date } : { ...start, date, time: endTime };
}

/**
 * Returns the milliseconds of hours, minutes and seconds such as `1H30M`; undefined for other
 * texts.
 */
function parseTimeOfDay(text: string): number | undefined {
  const match = /^(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?$/.exec(text);
  if (!match) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = match;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
}
