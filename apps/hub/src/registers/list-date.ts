import { say } from "../texts/exact-message.ts";
import { formatIsoDay, parseDay } from "./interval.ts";

/** The order of day and month in dates such as `6/12/2026`. */
export type DateOrder = "day-first" | "month-first";

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

type DateParts = { year: string; month: number; day: number };

/**
 * Parses a date of a list into milliseconds since 1970: a day is its last second in the time zone
 * of the hub. Reads `2026-12-06`, `6.12.2026`, `6 Dec 2026`, `Dec 6, 2026`, ISO times, and with an
 * order `12/6/2026` and `6-12-2026`. A time of day after the day counts unless it is midnight.
 * Returns the reason as the end of a sentence for a text that is no such date.
 */
export function parseListDate(text: string, order?: DateOrder): number | string {
  const shown = { text: text.slice(0, 40) };
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const { date, time } = splitTime(text);
  const parts = readParts(date, order);
  if (parts === "ambiguous") return say("value-two-months", shown);
  const day = parts && toDay(parts);
  if (day === undefined) return say("value-no-day", shown);
  if (time === undefined || /^0?0:00(:00)?$/.test(time)) return parseDay(day)!;
  const local = new Date(`${day}T${time.padStart(time.length < 6 ? 5 : 8, "0")}`).getTime();
  return Number.isNaN(local) ? say("value-wrong-time", shown) : local;
}

/**
 * Tells whether a text has the form of a date. `parseListDate` says what is wrong with those that
 * it refuses.
 */
export function isDateLike(text: string): boolean {
  return typeof parseListDate(text, "day-first") === "number" || findOrder(text) !== undefined;
}

/**
 * Returns the order of day and month that a date shows, such as `6/13/2026`; `unknown` for one that
 * could have both, and undefined for one that needs none or is no date.
 */
export function findOrder(text: string): DateOrder | "unknown" | undefined {
  const [, first, , second] = undecided.exec(splitTime(text).date) ?? [];
  if (first === undefined || first === second) return undefined;
  const isDay = [first, second].map((number) => Number(number) > 12);
  if (isDay[0]) return isDay[1] ? undefined : "day-first";
  return isDay[1] ? "month-first" : "unknown";
}

/** Returns the only order that the dates of a column show; undefined without one, or with both. */
export function agreeOnOrder(
  shown: ReadonlySet<ReturnType<typeof findOrder>>,
): DateOrder | undefined {
  const [order, other] = (["day-first", "month-first"] as const).filter((each) => shown.has(each));
  return other === undefined ? order : undefined;
}

/** Writes a date into a cell, from which `parseListDate` reads it: a day, or an ISO time. */
export function formatListDate(time: number): string {
  const day = formatIsoDay(time);
  return parseDay(day) === time ? day : new Date(time).toISOString();
}

const undecided = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})$/;

/** Parses an ISO time with a zone. */
function parseInstant(text: string): number | undefined {
  const [, day = ""] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const time = day >= "1970" && parseDay(day) !== undefined ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function splitTime(text: string): { date: string; time: string | undefined } {
  const [, date = text, time] = /^(.*\d)(?:T|,? )(\d{1,2}:\d\d(?::\d\d)?)$/.exec(text) ?? [];
  return { date, time };
}

function readParts(
  date: string,
  order: DateOrder | undefined,
): DateParts | "ambiguous" | undefined {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(date);
  if (iso) return { year: iso[1]!, month: Number(iso[3]), day: Number(iso[4]) };
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(date);
  if (dotted) return { year: dotted[3]!, month: Number(dotted[2]), day: Number(dotted[1]) };
  const named = readNamed(date);
  if (named) return named;
  const [, first, , second, year] = undecided.exec(date) ?? [];
  if (first === undefined || year === undefined) return undefined;
  const numbers = [Number(first), Number(second)] as const;
  if (numbers[0] !== numbers[1] && order === undefined) return "ambiguous";
  const [day, month] = order === "month-first" ? [numbers[1], numbers[0]] : numbers;
  return { year, month, day };
}

/** Reads dates with the English name of a month, and maybe of the day of the week before them. */
function readNamed(date: string): DateParts | undefined {
  const [, ...british] =
    /^(?:[a-z]{2,9}[.,]? )?(\d{1,2})\.? ([a-z]{3,9})[.,]{0,2} (\d{4})$/i.exec(date) ?? [];
  const [, ...american] =
    /^(?:[a-z]{2,9}[.,]? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(date) ?? [];
  const [day, name, year] = british.length > 0 ? british : [american[1], american[0], american[2]];
  const word = name?.toLowerCase();
  const month = months.findIndex((each) => word !== undefined && each.startsWith(word)) + 1;
  return year === undefined || month === 0 ? undefined : { year, month, day: Number(day) };
}

/** Returns a day as `YYYY-MM-DD`; undefined for one that is not in the calendar. */
function toDay({ year, month, day }: DateParts): string | undefined {
  const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  return year >= "1970" && parseDay(text) !== undefined ? text : undefined;
}
