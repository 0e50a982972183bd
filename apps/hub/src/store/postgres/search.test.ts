import fc from "fast-check";
import { expect, it } from "vitest";
import { maxIndexedWords } from "../indexed-text.ts";
import { toQueries, toVector } from "./search.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

it("labels words by their text, and leaves a gap between texts", () => {
  expect(
    toVector([
      { text: "04A2", as: "identifier" },
      { text: "PLA blue", as: "content" },
    ]),
  ).toBe("'04a2':1A 'pla':4D 'blue':5D");
});

it("searches for beginnings and ends of words, phrases, and identifiers with and without separators", () => {
  expect(toQueries("exam")).toStrictEqual([
    { words: "'exam':*", ends: "'maxe':*", nameWords: "'exam':*B", nameEnds: "'maxe':*" },
  ]);
  expect(toQueries("04:a2 x")).toEqual([
    {
      words: "('04' <-> 'a2':*) | '04a2':*A",
      ends: "'2a40':*",
      nameWords: "'04':B <-> 'a2':*B",
    },
    { words: "'x':*", nameWords: "'x':*B" },
  ]);
  expect(toQueries(`" : -`)).toBeUndefined();
});

it("cuts words, and takes no more of them than PostgreSQL accepts", () => {
  const long = Array.from({ length: 200_000 }, (_, n) => `word${n}`).join(" ");
  const parts = ["identifier", "user", "content"] as const;
  const vector = toVector(parts.map((as) => ({ text: long, as })));
  expect(vector.split(" ")).toHaveLength(3 * maxIndexedWords);
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
