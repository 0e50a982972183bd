import { pageLocale } from "@scanhook/texts/reader";
import {
  addInterval,
  formatIsoDay,
  isEndOfDay,
  parseDay,
  parseInterval,
} from "../../../src/registers/interval.ts";

export type IntervalUnit = NonNullable<ReturnType<typeof parseInterval>>["unit"];

/** An interval in a form. A `count` of null means that there is none. */
export type IntervalDraft = { count: number | null; unit: IntervalUnit };

/** Returns the draft of an interval; for none, an empty one with this unit. */
export function toIntervalDraft(text: string | undefined, unit: IntervalUnit): IntervalDraft {
  return (text === undefined ? undefined : parseInterval(text)) ?? { count: null, unit };
}

/** Returns the interval of a draft. If it is the same as before, it is written as before. */
export function toInterval({ count, unit }: IntervalDraft, before?: string): string | undefined {
  if (count === null) return undefined;
  const known = before === undefined ? undefined : parseInterval(before);
  if (known?.count === count && known.unit === unit) return before;
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

/** Formats an interval for the reader, such as `2 weeks`. Other texts stay as they are. */
export function formatInterval(text: string): string {
  const { count, unit } = parseInterval(text) ?? {};
  if (count === undefined) return text;
  const options = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(pageLocale(), options).format(count);
}

/** Says when an interval that begins now ends, such as `in 2 weeks`. */
export function formatTimeUntil(text: string): string {
  const interval = parseInterval(text);
  if (!interval) return text;
  return new Intl.RelativeTimeFormat(pageLocale()).format(interval.count, interval.unit);
}

/** When a thing is due. `dueDay` is the day in the time zone of the hub. */
type DueDate = { dueAt?: number | undefined; dueDay?: string | undefined };

/** Returns a date as a time of the browser: the end of its day, if it is a day. */
export function toDueTime({ dueAt, dueDay }: DueDate): number | undefined {
  return (dueDay === undefined ? undefined : parseDay(dueDay)) ?? dueAt;
}

/** Formats a date as the browser does: a day, or a time with its hour. */
export function formatDueDate(due: DueDate, locale = pageLocale()): string | undefined {
  const time = toDueTime(due);
  if (time === undefined) return undefined;
  const timeStyle = isEndOfDay(time) ? undefined : "short";
  return new Date(time).toLocaleString(locale, { dateStyle: "medium", timeStyle });
}

/**
 * Returns the date of a thing after it was extended by an interval, as the API takes it: a day, or
 * a time if the interval is counted in hours. It begins at the present date, or now if that is over
 * or there is none.
 */
export function extendDate(due: DueDate, interval: string, now: number): string {
  const isTime = parseInterval(interval)?.unit === "hour";
  const isOver = due.dueAt === undefined || due.dueAt < now;
  const begin = isOver ? now : ((isTime ? due.dueAt : toDueTime(due)) ?? now);
  const extended = addInterval(begin, interval);
  return isTime ? new Date(extended).toISOString() : formatIsoDay(extended);
}
