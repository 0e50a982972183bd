import fc from "fast-check";
import { expect, test } from "vitest";
import { correctLine, listLines } from "./correct-line.ts";
import type { ReadText } from "./page-text.ts";

const word = (text: string, line: number, x: number) => ({
  text,
  line,
  box: { x, y: 20 * line, width: 10 * text.length, height: 10 },
});
const page: ReadText = {
  width: 400,
  height: 300,
  text: "Inv0ice 47l1\nof Acme\n\nTotal 5",
  words: [
    word("Inv0ice", 0, 10),
    word("47l1", 0, 90),
    word("of", 1, 10),
    word("Acme", 1, 40),
    word("Total", 2, 10),
    word("5", 2, 70),
  ],
};

test("each word of a corrected line keeps its place, and paragraphs stay", () => {
  const { text, words } = correctLine(page, 0, " Invoice  4711 ");
  expect(text).toBe("Invoice 4711\nof Acme\n\nTotal 5");
  expect(words.slice(0, 2)).toEqual([
    { ...page.words[0], text: "Invoice" },
    { ...page.words[1], text: "4711" },
  ]);
  expect(words.slice(2)).toEqual(page.words.slice(2));
});

test("words that were read as one share its place, and the others keep theirs", () => {
  const joined = correctLine(page, 1, "of Ac me");
  const [of, ac, me] = joined.words.filter(({ line }) => line === 1);
  expect(of).toEqual(page.words[2]);
  // "Acme" is 40 wide, and "Ac me" has five characters.
  expect([ac!.box, me!.box]).toEqual([
    { x: 40, y: 20, width: 16, height: 10 },
    { x: 64, y: 20, width: 16, height: 10 },
  ]);
});

test("an empty line is removed from the words and the text, and the others can still be corrected", () => {
  const without = correctLine(page, 1, "");
  expect(without.text).toBe("Inv0ice 47l1\n\nTotal 5");
  expect(listLines(without)).toEqual([
    { line: 0, text: "Inv0ice 47l1" },
    { line: 2, text: "Total 5" },
  ]);
  expect(correctLine(without, 2, "Total 6").text).toBe("Inv0ice 47l1\n\nTotal 6");
});

test("whatever is typed, the line holds these words within its place and nothing else changes", () => {
  const typed = fc.array(fc.stringMatching(/^[a-zé0-9]{1,6}$/), { maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 }), typed, (line, texts) => {
      const { words } = correctLine(page, line, texts.join(" "));
      const mine = words.filter((each) => each.line === line);
      expect(mine.map(({ text }) => text)).toEqual(texts);
      const old = page.words.filter((each) => each.line === line);
      for (const { box } of mine) {
        expect(box.x).toBeGreaterThanOrEqual(old[0]!.box.x - 1e-9);
        expect(box.x + box.width).toBeLessThanOrEqual(old[1]!.box.x + old[1]!.box.width + 1e-9);
        expect(box.width).toBeGreaterThan(0);
      }
      expect(words.filter((each) => each.line !== line)).toEqual(
        page.words.filter((each) => each.line !== line),
      );
    }),
  );
});
