import { type ContentLine, parseContentLines, unescapeText } from "./content-lines.ts";

/** An appointment. */
export type CalendarEvent = {
  kind: "event";
  title: string;
  start?: EventTime;
  end?: EventTime;
  location?: string;
  description?: string;
  /** The same as an iCalendar file. */
  ics: string;
};

/** A day, `2026-05-12`, perhaps with a time, `14:30:00`, in a zone: `UTC`, a named one, or none (wherever one is). */
export type EventTime = { date: string; time?: string; zone?: string };

/** Reads the first `VEVENT` (RFC 5545 3.6.1), with or without the calendar round it. */
export function parseEvent(text: string): CalendarEvent | undefined {
  if (!/^\s*BEGIN:(VCALENDAR|VEVENT)\b/i.test(text)) return undefined;
  const lines = eventLines(parseContentLines(text));
  const find = (name: string) => lines.find((line) => line.name === name);
  const words = (name: string) => unescapeText(find(name)?.value ?? "");
  const start = toTime(find("DTSTART"));
  const end = toTime(find("DTEND"));
  const title = words("SUMMARY");
  if (!title && !start) return undefined;
  return {
    kind: "event",
    title,
    ics: toCalendar(text.trim()),
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(words("LOCATION") ? { location: words("LOCATION") } : {}),
    ...(words("DESCRIPTION") ? { description: words("DESCRIPTION") } : {}),
  };
}

/** The lines of the first event, without those of what is nested in it, such as an alarm. */
function eventLines(lines: ContentLine[]): ContentLine[] {
  const inside: ContentLine[] = [];
  const open: string[] = [];
  for (const line of lines) {
    const part = line.value.trim().toUpperCase();
    if (line.name === "BEGIN") open.push(part);
    else if (line.name === "END" && open.pop() === "VEVENT") return inside;
    else if (open.at(-1) === "VEVENT") inside.push(line);
  }
  return inside;
}

function toTime(line: ContentLine | undefined): EventTime | undefined {
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

function toCalendar(text: string): string {
  const crlf = `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`;
  if (/^BEGIN:VCALENDAR\b/i.test(crlf)) return crlf;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Scanhook//Scanner//EN\r\n${crlf}END:VCALENDAR\r\n`;
}
