import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSpan, maxSpan, parseSpan } from "./span.ts";

test.each([
  [30, 30],
  ["30", 30],
  ["30s", 30],
  [" 30 s ", 30],
  ["5 min", 300],
  ["5 Minutes", 300],
  ["2h", 7200],
  ["1 h 30 min", 5400],
  ["1h30m", 5400],
  ["1 day", 86_400],
  ["7 d", maxSpan],
])("%j is a span of %i seconds", (input, seconds) => {
  expect(parseSpan(input)).toEqual({ ok: true, seconds });
});

test.each([
  ["soon", /“soon” is no span of time\. Write whole seconds, or for example 30 s/],
  ["", /no span/],
  ["1.5 s", /no span/],
  [1.5, /no span/],
  ["3 weeks", /no span/],
  ["-3 s", /no span/],
  [-3, /“-3” is too short\. Write a span from 1 s to 7 d\./],
  ["0 s", /too short/],
  ["8 d", /“8 d” is too long\./],
])("%j is refused with a sentence", (input, reason) => {
  expect(parseSpan(input)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
});

test("a span is read as it is written, and no text makes the parser throw", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxSpan }), (seconds) => {
      expect(parseSpan(formatSpan(seconds))).toEqual({ ok: true, seconds });
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void parseSpan(text)));
  expect(formatSpan(5400)).toBe("1 h 30 min");
});
