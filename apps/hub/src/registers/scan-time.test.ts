import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toScanTime } from "./scan-time.ts";

// 2026-05-12 is a Tuesday in the twentieth week, and the 132nd day of the year.
test.each([
  ["20260512T142301Z", "2026-05-12T14:23:01Z"],
  ["2026-W20-2", "2026-05-12T00:00:00Z"],
  ["2026W202T1423Z", "2026-05-12T14:23:00Z"],
  ["2026-W20", "2026-05-11T00:00:00Z"],
  ["2026-132", "2026-05-12T00:00:00Z"],
  ["2026132T142301,5+02", "2026-05-12T12:23:01.500Z"],
  ["2026-05-12T14Z", "2026-05-12T14:00:00Z"],
  ["2026-05-12 14:23:01-0330", "2026-05-12T17:53:01Z"],
  ["20260512T14.5Z", "2026-05-12T14:30:00Z"],
  ["2026-05-12t24:00:00z", "2026-05-13T00:00:00Z"],
  ["2026-06-30T23:59:60Z", "2026-07-01T00:00:00Z"],
  // Examples of week dates from https://en.wikipedia.org/wiki/ISO_week_date.
  ["2004-W53-6", "2005-01-01T00:00:00Z"],
  ["2009-W01-1", "2008-12-29T00:00:00Z"],
  ["2009-W53-7", "2010-01-03T00:00:00Z"],
  ["Tue, 12 May 2026 14:23:01 GMT", "2026-05-12T14:23:01Z"],
])("%s is the time %s", (text, expected) => {
  expect(toScanTime(text)).toBe(Date.parse(expected));
});

test.each([
  "",
  "soon",
  "2026-02-29",
  "20261301",
  "2026-366",
  "2026-000",
  "2026-W54-1",
  "2025-W53-1",
  "2026-W20-8",
  "2026-05-12T25:00Z",
  "20260512T1460Z",
  "20260512T14230Z",
])("%j is no time", (text) => {
  expect(toScanTime(text)).toBeNaN();
});

test("every day has the same time in the forms that SQLite writes", () => {
  const db = new DatabaseSync(":memory:");
  const format = db.prepare("SELECT strftime(?, ?, 'unixepoch') AS text");
  const second = fc.integer({
    min: Date.parse("1900-01-01") / 1000,
    max: Date.parse("2199-12-31") / 1000,
  });
  const days = ["%Y-%m-%d", "%Y%m%d", "%G-W%V-%u", "%GW%V%u", "%Y-%j", "%Y%j"];
  const times = ["T%H:%M:%SZ", "T%H%M%SZ"];
  fc.assert(
    fc.property(
      second,
      fc.constantFrom(...days),
      fc.constantFrom(...times),
      (second, day, time) => {
        const { text } = format.get(day + time, second)!;
        expect([text, toScanTime(text as string)]).toEqual([text, second * 1000]);
      },
    ),
  );
  db.close();
});

test("any text is a time or not, and one that Date.parse knows as ISO 8601 is the same", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789-:TWZ+., ") })),
      (text) => {
        expect(toScanTime(text)).toBeTypeOf("number");
      },
    ),
  );
  const noInvalid = { noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") };
  fc.assert(
    fc.property(fc.date(noInvalid), (date) => {
      const local = date.toISOString().slice(0, -1);
      for (const text of [date.toISOString(), local, local.slice(0, 10)])
        expect([text, toScanTime(text)]).toEqual([text, Date.parse(text)]);
    }),
  );
});
