import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

const now = new Date("1994-11-06T08:49:07.000Z");

test.each([
  // The examples of RFC 9110 10.2.3 and 5.6.7.
  ["120", 120_000],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 30_000],
  ["Sunday, 06-Nov-94 08:49:37 GMT", 30_000],
  ["Sun Nov  6 08:49:37 1994", 30_000],
  ["Sun Nov 16 08:49:37 1994", 864_030_000],
  [" 0 ", 0],
  ["Fri, 31 Dec 1999 23:59:60 GMT", Date.UTC(2000, 0, 1) - now.getTime()],
])("the header %s is parsed", (header, waitMs) => {
  expect(parseRetryAfter(header, now)).toBe(waitMs);
});

test.each([
  [undefined],
  [""],
  ["-1"],
  ["1.5"],
  ["1e3"],
  ["soon"],
  ["9999999999999"],
  ["Wed, 30 Feb 1994 08:49:37 GMT"],
  ["Sun, 00 Nov 1994 08:49:37 GMT"],
  ["Sun, 06 Nov 1994 24:00:00 GMT"],
  ["Sun, 06 Nov 1994 08:49:37 CET"],
  ["1994-11-06T08:49:37Z"],
])("the header %s is not a time to wait", (header) => {
  expect(parseRetryAfter(header, now)).toBeUndefined();
});

test("a date in the past means no wait", () => {
  expect(parseRetryAfter("Sun, 06 Nov 1994 08:00:00 GMT", now)).toBe(0);
});

test("any HTTP date that Node writes is parsed to the second", () => {
  const dates = fc.date({
    min: new Date("1000-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, dates, (date, currentTime) => {
      const wholeSecondMs = Math.floor(date.getTime() / 1000) * 1000;
      expect(parseRetryAfter(date.toUTCString(), currentTime)).toBe(
        Math.max(0, wholeSecondMs - currentTime.getTime()),
      );
    }),
  );
});

test("any header results in a time that is not negative, or in none", () => {
  const fragments = fc.constantFrom(..."0123456789 :-,GMTSunNov".split(""), "Nov", "GMT", "Sun, ");
  const texts = fc.oneof(
    fc.string(),
    fc.array(fragments).map((chosen) => chosen.join("")),
  );
  fc.assert(
    fc.property(texts, (header) => {
      const waitMs = parseRetryAfter(header, now);
      expect(waitMs === undefined || (Number.isSafeInteger(waitMs) && waitMs >= 0)).toBe(true);
    }),
  );
});
