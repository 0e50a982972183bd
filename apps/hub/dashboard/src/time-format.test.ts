import fc from "fast-check";
import { expect, test } from "vitest";
import {
  describeClockSkew,
  formatDuration,
  formatExactTime,
  formatRelativeTime,
} from "./time-format.ts";

const now = new Date(2026, 4, 12, 14, 23, 1);
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;

test.each([
  [0, "just now"],
  [4_999, "just now"],
  [-90_000, "just now"],
  [12_500, "12 s ago"],
  [59_999, "59 s ago"],
  [minute, "1 min ago"],
  [59 * minute, "59 min ago"],
  [2 * hour, "12:23"],
  [24 * hour, "yesterday 14:23"],
  [14.5 * hour, "yesterday 23:53"],
  [72 * hour, "9 May"],
  [365 * 24 * hour, "12 May 2025"],
])("formats %d ms ago as %j", (ms, words) => {
  expect(formatRelativeTime(before(ms), now.getTime(), "en-GB")).toBe(words);
});

test("formats an exact time with seconds and the time zone", () => {
  expect(formatExactTime("2026-05-12T14:23:01Z", "en-GB")).toMatch(
    /^1[23] May 2026.*:\d\d:01 \S+$/,
  );
});

test("returns a time that cannot be read as it is", () => {
  expect(formatRelativeTime("soon", 0)).toBe("soon");
  expect(formatExactTime("soon")).toBe("soon");
  expect(describeClockSkew("soon", "2026-05-12T14:23:01Z")).toBe(
    "The device's time cannot be read.",
  );
});

test.each([
  ["2026-05-12T14:23:01Z", "Received as soon as it was scanned."],
  ["2026-05-12T16:23:00+02:00", "Received as soon as it was scanned."],
  ["2026-05-12T14:19:41Z", /^Received 3 min 20 s after/],
  ["2026-05-12T15:23:01Z", "The device's clock is 1 h ahead of the hub's."],
])("compares the device time %s with an arrival at 14:23:01", (device, words) => {
  expect(describeClockSkew(device, "2026-05-12T14:23:01.000Z")).toMatch(words);
});

test.each([
  [0, "0 s"],
  [999, "0 s"],
  [61_000, "1 min 1 s"],
  [hour + 1000, "1 h"],
  [47 * hour, "47 h"],
  [48 * hour, "2 days"],
])("formats a duration of %d ms as %j", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test("describes any two times with a sentence", () => {
  const time = fc.oneof(
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(time, time, (a, b) => {
      expect(describeClockSkew(a, b)).toMatch(/\.$/);
    }),
  );
});
