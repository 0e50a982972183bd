import fc from "fast-check";
import { expect, it } from "vitest";
import { toMatch, toSearch } from "./search.ts";

const words = "{content identifier user}";

it("every word becomes a quoted prefix of words and reversed words, so that nothing in it has a meaning", () => {
  expect(toMatch(`hello  wo`)).toBe(
    `(${words} : "hello"* OR ends : "olleh"*) AND (${words} : "wo"*)`,
  );
  expect(toMatch(`a"b OR c*`)).toBe(
    `(${words} : "a""b"*) AND (${words} : "or"*) AND (${words} : "c*"*)`,
  );
  expect(toMatch("content:x")).toBe(`(${words} : "content:x"*)`);
});

it("identifiers are looked for with and without their separators", () => {
  expect(toMatch("04:A2")).toBe(`(${words} : "04:a2"* OR identifier : "04a2"* OR ends : "2a40"*)`);
  expect(toMatch("04A2")).toBe(`(${words} : "04a2"* OR ends : "2a40"*)`);
});

it("text without a letter or a digit narrows nothing", () => {
  for (const text of ["", "  ", `"`, "*", "-- ::", "\u0000", "…"])
    expect(toMatch(text)).toBeUndefined();
});

it("any text gives balanced quotes and no control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const match = toMatch(text) ?? "";
      expect(match.split(`"`).length % 2).toBe(1);
      expect(match).not.toMatch(/\p{C}/u);
      expect(match.isWellFormed()).toBe(true);
    }),
  );
});

it("times are ISO 8601, in UTC when they do not say", () => {
  const times: [string, string][] = [
    ["2026-05-12", "2026-05-12T00:00:00.000Z"],
    ["2026-05-12T14:23", "2026-05-12T14:23:00.000Z"],
    ["2026-05-12T14:23:01", "2026-05-12T14:23:01.000Z"],
    ["2026-05-12T16:23:01.5+02:00", "2026-05-12T14:23:01.500Z"],
    ["2026-05-12t14:23:01z", "2026-05-12T14:23:01.000Z"],
  ];
  for (const [text, expected] of times) {
    expect(new Date(toSearch({ from: text }).from!).toISOString(), text).toBe(expected);
  }
});

it("a time is read as it was written, and anything else is a RangeError", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        expect(toSearch({ to: date.toISOString() }).to).toBe(date.getTime());
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789-:T.Z+") })),
      (text) => {
        try {
          expect(toSearch({ from: text }).from).toBeTypeOf("number");
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      },
    ),
  );
});
