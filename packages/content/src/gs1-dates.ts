/**
 * The forms of dates in GS1 codes, with patterns of their digits. A year has four digits in
 * `fullDate` and `fullMinute`, and two digits in all other forms. In `month` and `monthMinute` the
 * day 00 stands for the whole month.
 */
export const gs1DatePatterns = {
  date: "\\d{6}",
  month: "\\d{6}",
  minute: "\\d{10}",
  monthMinute: "\\d{10}",
  dates: "\\d{6}(?:\\d{6})?",
  dateOrMinute: "\\d{6}(?:\\d{4})?",
  hour: "\\d{8}(?:\\d{2}){0,2}",
  fullDate: "\\d{8}",
  fullMinute: "\\d{12}",
} as const;

export type Gs1DateForm = keyof typeof gs1DatePatterns;

export function isGs1DateForm(name: string): name is Gs1DateForm {
  return Object.hasOwn(gs1DatePatterns, name);
}

/**
 * Parses the digits of a date into `YYYY-MM-DD`, the same with `Thh:mm` or `Thh:mm:ss`, or
 * `YYYY-MM`. `until` is the last day of a period. Returns undefined if the date does not exist. The
 * century follows 7.12 of the GS1 General Specifications: a year of two digits is the one that is
 * nearest to `now`.
 */
export function parseGs1Date(
  digits: string,
  form: Gs1DateForm,
  now: Date,
): { date: string; until?: string } | undefined {
  const isFull = form === "fullDate" || form === "fullMinute";
  const dayEnd = isFull ? 8 : 6;
  const day = isFull ? digits.slice(0, dayEnd) : addCentury(digits.slice(0, dayEnd), now);
  const date = parseDay(day, form === "month" || form === "monthMinute");
  if (date === undefined) return undefined;
  const rest = digits.slice(dayEnd);
  // The time of day of a whole month is meaningless.
  if (rest === "" || date.length === "2026-12".length) return { date };
  if (form === "dates") {
    const until = parseDay(addCentury(rest, now), false);
    return until === undefined ? undefined : { date, until };
  }
  const time = parseTime(rest);
  return time === undefined ? undefined : { date: `${date}T${time}` };
}

function addCentury(digits: string, now: Date): string {
  const thisYear = now.getUTCFullYear();
  const difference = Number(digits.slice(0, 2)) - (thisYear % 100);
  const century = Math.floor(thisYear / 100) + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0);
  return `${century}${digits}`;
}

function parseDay(digits: string, mayBeMonth: boolean): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits)!;
  if (mayBeMonth && day === "00")
    return isDay(`${year}-${month}-01`) ? `${year}-${month}` : undefined;
  const date = `${year}-${month}-${day}`;
  return isDay(date) ? date : undefined;
}

/** Returns whether the day `YYYY-MM-DD` exists. `Date` alone accepts 30 February as 2 March. */
function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}

function parseTime(digits: string): string | undefined {
  const [hours, minutes = "00", ...seconds] = digits.match(/\d\d/g)!;
  if (Number(hours) > 23 || [minutes, ...seconds].some((part) => Number(part) > 59))
    return undefined;
  return [hours, minutes, ...seconds].join(":");
}
