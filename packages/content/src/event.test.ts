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

  const eventOf = (...lines: string[]) =>
    parseContent(["BEGIN:VEVENT", "SUMMARY:x", ...lines, "END:VEVENT"].join("\r\n"));

  test.each([
    // RFC 5545 3.6.1: the end is exclusive.
    ["DTSTART;VALUE=DATE:20160627", "DTEND;VALUE=DATE:20160628", "2016-06-27"],
    ["DTSTART;VALUE=DATE:20070628", "DTEND;VALUE=DATE:20070709", "2007-07-08"],
    ["DTSTART;VALUE=DATE:20240228", "DTEND;VALUE=DATE:20240301", "2024-02-29"],
    ["DTSTART;VALUE=DATE:20160627", "DURATION:P2D", "2016-06-28"],
    ["DTSTART;VALUE=DATE:20160627", "DURATION:P1W", "2016-07-03"],
    // What some calendars write for one day.
    ["DTSTART;VALUE=DATE:20160627", "DTEND;VALUE=DATE:20160627", "2016-06-27"],
  ])("of whole days, %s and %s, ends on its last day", (start, end, date) => {
    expect(eventOf(start, end)).toMatchObject({ end: { date } });
  });

  test("ends after its duration, in its zone", () => {
    expect(eventOf("DTSTART:20260512T143000Z", "DURATION:PT1H30M")).toMatchObject({
      end: { date: "2026-05-12", time: "16:00:00", zone: "UTC" },
    });
    // The example of RFC 5545 3.3.6.
    const start = "DTSTART;TZID=Europe/Vienna:20260512T120000";
    expect(eventOf(start, "DURATION:P15DT5H0M20S")).toMatchObject({
      end: { date: "2026-05-27", time: "17:00:20", zone: "Europe/Vienna" },
    });
  });

  test.each(["20260230T100000", "20260431", "20260512T240000", "20260512T106000", "20261301"])(
    "has no start at %s, which does not exist",
    (time) => {
      const event = eventOf(`DTSTART:${time}`);
      expect(event).toMatchObject({ kind: "event", title: "x" });
      expect(event).not.toHaveProperty("start");
    },
  );

  test("names the further events of a calendar, which are in its file", () => {
    const calendar =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b\nEND:VEVENT\nEND:VCALENDAR";
    expect(parseContent(calendar)).toMatchObject({ title: "a", others: ["b"] });
  });
});
