import fc from "fast-check";
import { expect, test } from "vitest";
import { revealInvisible } from "./reveal-invisible.ts";

test.each([
  ["a right-to-left override", "photo_\u202egpj.exe", "photo_‹RLO›gpj.exe"],
  ["isolates", "a\u2066b\u2069", "a‹LRI›b‹PDI›"],
  ["a space without width inside a name", "pay\u200bpal", "pay‹ZWSP›pal"],
  ["a joiner between Latin letters", "pay\u200dpal", "pay‹ZWJ›pal"],
  ["a soft hyphen", "shop\u00ad.example", "shop‹SHY›.example"],
  ["a Hangul filler", "\u3164", "‹3164›"],
  ["tag characters", "a\u{e0041}", "a‹E0041›"],
  ["control characters", "01\u001d10\u0000\u0085", "01‹GS›10‹NUL›‹85›"],
  ["line separators", "a\u2028b", "a‹LSEP›b"],
])("names %s", (_, text, revealed) => {
  expect(revealInvisible(text)).toBe(revealed);
});

test.each(["👨‍👩‍👧", "👍🏽", "❤️‍🔥", "می‌خواهم", "क्‍ष", "مرحبا", "שלום", "Ünïcödé – 漢字"])(
  "leaves %s as it is",
  (text) => {
    expect(revealInvisible(text)).toBe(text);
  },
);

test("names each of many that follow each other", () => {
  expect(revealInvisible(`a${"\u0007\u202e".repeat(5000)}b`)).toBe(
    `a${"‹BEL›‹RLO›".repeat(5000)}b`,
  );
});

test("keeps tabs and line ends if asked to", () => {
  expect(revealInvisible("a\tb\r\nc\u202e", { keepLines: true })).toBe("a\tb\r\nc‹RLO›");
  expect(revealInvisible("a\tb\r\nc")).toBe("a‹TAB›b‹CR›‹LF›c");
});

test("leaves no character that changes the direction of any text", () => {
  const hostile = fc.constantFrom(..."a1\u202e\u202b\u2067\u200f\u061c\u200d👩\ufe0f\u0007");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: hostile })), (text) => {
      expect(revealInvisible(text)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b\u00ad]/u);
    }),
  );
});
