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
 * Whether there are this day and this time: `Date` takes 30 February for 2 March, and 24:00 for the
 * next day.
 */
export function isEventTime({ date, time = "00:00:00" }: EventTime): boolean {
  const parsed = new Date(`${date}T${time}Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(`${date}T${time}`);
}

/**
 * Adds a duration (RFC 5545 3.3.6), such as `PT1H30M`, to a time. Returns undefined for any other
 * text, and for the time of day of a duration that is added to a whole day. Clocks that are changed
 * meanwhile do not count.
 */
export function addDuration(start: EventTime, duration: string): EventTime | undefined {
  const match = /^([+-])?P(?:(\d{1,5})W|(?:(\d{1,6})D)?(?:T(.+))?)$/.exec(duration);
  if (!match || /P$/.test(duration)) return undefined;
  const [, sign, weeks = 0, days = 0, timeOfDay] = match;
  const time = timeOfDay === undefined ? 0 : parseTimeOfDay(timeOfDay);
  if (time === undefined || (timeOfDay !== undefined && start.time === undefined)) return undefined;
  const length = (Number(weeks) * 7 + Number(days)) * dayMs + time;
  const from = Date.parse(`${start.date}T${start.time ?? "00:00:00"}Z`);
  const end = new Date(from + (sign === "-" ? -length : length));
  // A year of more than four digits is none of a calendar.
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
