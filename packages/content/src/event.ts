import { type ContentLine, parseContentLines, unescapeText } from "./content-lines.ts";

/** An appointment. */
export type CalendarEvent = {
  kind: "event";
  title: string;
  start?: EventTime;
  end?: EventTime;
  location?: string;
  description?: string;
  /** The event as an iCalendar file. */
  ics: string;
};

/**
 * A day (`2026-05-12`), optionally with a time (`14:30:00`). `zone` is `UTC` or the name of a time zone; without one, the
 * time is the local time of the reader.
 */
export type EventTime = { date: string; time?: string; zone?: string };

/** Parses the first `VEVENT` (RFC 5545 3.6.1), with or without a calendar around it. */
export function parseEvent(text: string): CalendarEvent | undefined {
  if (!/^\s*BEGIN:(VCALENDAR|VEVENT)\b/i.test(text)) return undefined;
  const lines = findEventLines(parseContentLines(text));
  const findLine = (name: string) => lines.find((line) => line.name === name);
  const textOf = (name: string) => unescapeText(findLine(name)?.value ?? "");
  const start = parseTime(findLine("DTSTART"));
  const end = parseTime(findLine("DTEND"));
  const title = textOf("SUMMARY");
  if (!title && !start) return undefined;
  return {
    kind: "event",
    title,
    ics: wrapInCalendar(text.trim()),
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(textOf("LOCATION") ? { location: textOf("LOCATION") } : {}),
    ...(textOf("DESCRIPTION") ? { description: textOf("DESCRIPTION") } : {}),
  };
}

/** Returns the lines of the first event without those of components nested in it, such as alarms. */
function findEventLines(lines: ContentLine[]): ContentLine[] {
  const eventLines: ContentLine[] = [];
  const openComponents: string[] = [];
  for (const line of lines) {
    const component = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") openComponents.push(component);
    else if (line.name === "END" && openComponents.pop() === "VEVENT") return eventLines;
    else if (openComponents.at(-1) === "VEVENT") eventLines.push(line);
  }
  return eventLines;
}

function parseTime(line: ContentLine | undefined): EventTime | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/.exec(line?.value.trim() ?? "");
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = "00", utc] = match;
  const date = `${year}-${month}-${day}`;
  const time = `${hour ?? "00"}:${minute ?? "00"}:${second}`;
  if (Number.isNaN(Date.parse(`${date}T${time}Z`))) return undefined;
  if (hour === undefined) return { date };
  const zone = utc ? "UTC" : line?.parameters.get("TZID");
  return { date, time, ...(zone ? { zone } : {}) };
}

function wrapInCalendar(text: string): string {
  const normalized = `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`;
  if (/^BEGIN:VCALENDAR\b/i.test(normalized)) return normalized;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Scanhook//Scanner//EN\r\n${normalized}END:VCALENDAR\r\n`;
}
