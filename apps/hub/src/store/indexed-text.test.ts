import fc from "fast-check";
import { expect, it } from "vitest";
import {
  maxIndexedCharacters,
  maxIndexedWords,
  toIndexedText,
  toWordEnd,
  toWords,
} from "./indexed-text.ts";

it("splits a text into folded words of letters and digits", () => {
  expect(toWords("https://example.com/Überraschung?lot=4711")).toStrictEqual([
    "https",
    "example",
    "com",
    "uberraschung",
    "lot",
    "4711",
  ]);
  expect(toWords("Grüße aus Łódź, İstanbul 東京 한글 ½ \u0301")).toStrictEqual([
    "grusse",
    "aus",
    "lodz",
    "istanbul",
    "東京",
    "한글",
    "1",
    "2",
  ]);
});

it("produces words of letters and digits only", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of toWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{Co}]+$/u);
    }),
  );
});

it("indexes at most 256 words and 10,000 characters, from the beginning", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab1 ,é東"), maxLength: 30_000, size: "max" });
  fc.assert(
    fc.property(text, (text) => {
      const indexed = toIndexedText(text);
      expect(text.startsWith(indexed)).toBe(true);
      expect(indexed.length).toBeLessThanOrEqual(maxIndexedCharacters);
      const words = toWords(indexed);
      expect(words.length).toBeLessThanOrEqual(maxIndexedWords);
      if (indexed !== text && indexed.length < maxIndexedCharacters) {
        expect(words).toHaveLength(maxIndexedWords);
      }
    }),
    { numRuns: 30 },
  );
});

it("indexes the longest QR code completely", () => {
  const digits = "7".repeat(7089);
  expect(toIndexedText(digits)).toBe(digits);
});

it.each([
  ["4006381178495", "5948711836004"],
  ["東京都", "都京東"],
  ["ab", undefined],
  ["x".repeat(99), "x".repeat(99)],
  ["x".repeat(100), undefined],
])("reverses %s to %s", (word, end) => {
  expect(toWordEnd(word)).toBe(end);
});

it("leaves out accents however many there are, and what is behind 10,000 characters", () => {
  expect(toWords(`e${"\u0301\u0316".repeat(4000)}t\u00e9`)).toEqual(["ete"]);
  expect(toWords(`${"a".repeat(maxIndexedCharacters)} b`)).toEqual([
    "a".repeat(maxIndexedCharacters),
  ]);
});
