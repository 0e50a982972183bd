import { describe, expect, test } from "vitest";
import { parseContent } from "./content.ts";

describe("an event", () => {
  test("is read from the example of RFC 5545 without the alarm nested in it", () => {
    const ics = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//RDU Software//NONSGML HandCal//EN",
      "BEGIN:VTIMEZONE",
      "TZID:America/New_York",
      "BEGIN:STANDARD",
      "DTSTART:19981025T020000",
      "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT",
      "DTSTAMP:19980309T231000Z",
      "UID:guid-1.example.com",
      "DESCRIPTION:Project XYZ Review Meeting",
      "CATEGORIES:MEETING",
      "SUMMARY:XYZ Project Review",
      "BEGIN:VALARM",
      "DESCRIPTION:not this",
      "END:VALARM",
      "DTSTART;TZID=America/New_York:19980312T083000",
      "DTEND;TZID=America/New_York:19980312T093000",
      "LOCATION:1CP Conference Room 4350",
      "END:VEVENT",
      "END:VCALENDAR",
    ].join("\r\n");
    expect(parseContent(ics)).toEqual({
      kind: "event",
      title: "XYZ Project Review",
      start: { date: "1998-03-12", time: "08:30:00", zone: "America/New_York" },
      end: { date: "1998-03-12", time: "09:30:00", zone: "America/New_York" },
      location: "1CP Conference Room 4350",
      description: "Project XYZ Review Meeting",
      ics: `${ics}\r\n`,
    });
  });

  test("without a calendar around it contains a file with one", () => {
    const event = parseContent(
      "BEGIN:VEVENT\nSUMMARY:Summer Vacation!\nDTSTART:20180601T070000Z\nDTEND;VALUE=DATE:20180831\nEND:VEVENT",
    );
    expect(event).toMatchObject({
      title: "Summer Vacation!",
      start: { date: "2018-06-01", time: "07:00:00", zone: "UTC" },
      end: { date: "2018-08-31" },
    });
    const { ics } = event as Extract<typeof event, { kind: "event" }>;
    expect(ics).toMatch(
      /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*END:VEVENT\r\nEND:VCALENDAR\r\n$/,
    );
  });
});
