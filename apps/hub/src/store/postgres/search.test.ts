import fc from "fast-check";
import { expect, it } from "vitest";
import { toQuery, toVector, toWords } from "./search.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

it("splits a text into words of letters and digits, in lower case and without diacritics", () => {
  expect(toWords("https://example.com/Überraschung?lot=4711")).toStrictEqual([
    "https",
    "example",
    "com",
    "uberraschung",
    "lot",
    "4711",
  ]);
  expect(toWords("Grüße aus Łódź, İstanbul 東京 한글 ½ \u0301")).toStrictEqual([
    "gruße",
    "aus",
    "łodz",
    "istanbul",
    "東京",
    "한글",
    "½",
  ]);
});

it("labels words by their text, and leaves a gap between texts", () => {
  expect(
    toVector([
      { text: "04A2", as: "identifier" },
      { text: "PLA blue", as: "content" },
    ]),
  ).toBe("'04a2':1A 'pla':4D 'blue':5D");
});

it("searches for beginnings of words, phrases, and identifiers with and without separators", () => {
  expect(toQuery("exam")).toStrictEqual({ anywhere: "('exam':*)", inName: "('exam':*B)" });
  expect(toQuery("04:a2 x")).toStrictEqual({
    anywhere: "(('04' <-> 'a2':*) | '04a2':*A) & ('x':*)",
    inName: "('04':B <-> 'a2':*B) & ('x':*B)",
  });
  expect(toQuery(`" : -`)).toBeUndefined();
});

it("produces words of letters and digits only, and no more than PostgreSQL accepts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const word of toWords(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{Co}]+$/u);
    }),
  );
  const long = Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(" ");
  expect(Buffer.byteLength(toVector([{ text: long, as: "content" }]))).toBeLessThan(1_000_000);
  expect(toVector([{ text: "y".repeat(5000), as: "content" }])).toBe(`'${"y".repeat(100)}':1D`);
});

it("escapes every text without U+0000, and restores it", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: fc.constantFrom("\0", "\u001a", "0", "1", "a") }),
      ),
      (text) => {
        const stored = toStoredText(text);
        expect(stored).not.toContain("\0");
        expect(fromStoredText(stored)).toBe(text);
      },
    ),
  );
});
