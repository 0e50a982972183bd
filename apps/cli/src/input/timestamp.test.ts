import fc from "fast-check";
import { expect, test } from "vitest";
import { isDay, isTimestamp } from "./timestamp.ts";

test.each([
  "2026-05-12T14:23:01Z",
  "2026-05-12T14:23Z",
  "2026-05-12T14:23:01.250+02:00",
  "2024-02-29T00:00:00-0930",
  "2016-12-31T23:59:60Z",
])("%s is a timestamp", (text) => {
  expect(isTimestamp(text)).toBe(true);
});

test.each([
  "",
  "2026-05-12",
  "2026-05-12T14:23:01",
  "2026-02-29T14:23:01Z",
  "2026-05-12T24:00:00Z",
  "2026-05-12T14:60Z",
  "12.05.2026 14:23",
  "now",
])("%j is not a timestamp", (text) => {
  expect(isTimestamp(text)).toBe(false);
});

test("every date in ISO format is a timestamp, its day is a day, and random text is not a timestamp", () => {
  const years = { min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true };
  fc.assert(fc.property(fc.date(years), (date) => isTimestamp(date.toISOString())));
  fc.assert(fc.property(fc.date(years), (date) => isDay(date.toISOString().slice(0, 10))));
  fc.assert(fc.property(fc.string(), (text) => !isTimestamp(text)));
});
