import {
  type ContentLine,
  listComponents,
  parseContentLines,
  unescapeText,
} from "./content-lines.ts";
import { addDuration, type EventTime, isEventTime } from "./event-time.ts";

/** An appointment. */
export type CalendarEvent = {
  kind: "event";
  title: string;
  start?: EventTime | undefined;
  /** The time when the event ends; for an event of whole days, its last day. */
  end?: EventTime | undefined;
  location?: string | undefined;
  description?: string | undefined;
  /** The titles of further events in the same text. Only `ics` holds their other values. */
  others?: string[] | undefined;
  /** The text as an iCalendar file. */
  ics: string;
};

/**
 * Parses `VEVENT`s (RFC 5545 3.6.1), with or without a calendar around them. If there are several,
 * the first is the event. A time that does not exist, such as 30 February, is left out. Returns
 * undefined for any other text, and for an event that has neither a title nor a start.
 */
export function parseEvent(text: string): CalendarEvent | undefined {
  if (!/^\s*BEGIN:(VCALENDAR|VEVENT)\b/i.test(text)) return undefined;
  const [lines, ...others] = listComponents(parseContentLines(text), "VEVENT");
  if (!lines) return undefined;
  const textOf = (name: string) => unescapeText(findLine(lines, name)?.value ?? "");
  const start = parseTime(findLine(lines, "DTSTART"));
  const end = parseEnd(lines, start);
  const title = textOf("SUMMARY");
  if (!title && !start) return undefined;
  return {
    kind: "event",
    title,
    ics: wrapInCalendar(text.trim()),
    start,
    end,
    location: textOf("LOCATION") || undefined,
    description: textOf("DESCRIPTION") || undefined,
    others: others.length > 0 ? others.map(toTitle) : undefined,
  };
}

function findLine(lines: readonly ContentLine[], name: string): ContentLine | undefined {
  return lines.find((line) => line.name === name);
}

function toTitle(lines: readonly ContentLine[]): string {
  const title = unescapeText(findLine(lines, "SUMMARY")?.value ?? "");
  return title || (parseTime(findLine(lines, "DTSTART"))?.date ?? "");
}

/**
 * Returns the end of an event, from `DTEND` or from the start and `DURATION`; undefined if there is
 * neither. For an event of whole days, `DTEND` is the day after the last one (RFC 5545 3.6.1).
 */
function parseEnd(
  lines: readonly ContentLine[],
  start: EventTime | undefined,
): EventTime | undefined {
  const end = parseTime(findLine(lines, "DTEND"));
  if (end) {
    const isExclusive = start && start.time === undefined && end.time === undefined;
    return isExclusive && end.date > start.date ? addDuration(end, "-P1D") : end;
  }
  const duration = findLine(lines, "DURATION")?.value.trim() ?? "";
  if (!start || duration.startsWith("-")) return undefined;
  const durationEnd = addDuration(start, duration);
  return durationEnd && start.time === undefined && durationEnd.date > start.date
    ? addDuration(durationEnd, "-P1D")
    : durationEnd;
}

function parseTime(line: ContentLine | undefined): EventTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(line?.value.trim() ?? "");
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = "00", utc] = match;
  const date = `${year}-${month}-${day}`;
  // 60 is a positive leap second (RFC 5545 3.3.12).
  const time = hour && `${hour}:${minute}:${second === "60" ? "59" : second}`;
  const zone = utc ? "UTC" : line?.parameters.get("TZID");
  const parsed: EventTime = time ? (zone ? { date, time, zone } : { date, time }) : { date };
  return isEventTime(parsed) ? parsed : undefined;
}

function wrapInCalendar(text: string): string {
  const normalized = `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`;
  if (/^BEGIN:VCALENDAR\b/i.test(normalized)) return normalized;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Scanhook//Scanner//EN\r\n${normalized}END:VCALENDAR\r\n`;
}
