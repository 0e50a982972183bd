import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutLines } from "./text-lines.ts";

/** Every letter is half as wide as the font is high. */
const measure = (text: string) => text.length / 2;

test("words come in the lines that they were read in, with spaces between them", () => {
  const word = (text: string, line: number, x: number, y: number) => ({
    text,
    line,
    box: { x, y, width: text.length * 6, height: line === 0 ? 10 : 12 },
  });
  const words = [word("Box", 0, 20, 30), word("7", 0, 50, 32), word("holds", 1, 20, 60)];
  const lines = layOutLines({ width: 200, height: 300, text: "", words }, measure);
  expect(lines).toEqual([
    // "Box " is 20 wide by itself and has to fill 30.
    {
      left: 20,
      top: 30,
      height: 10,
      words: [
        { text: "Box ", spacing: 2.5 },
        { text: "7", spacing: 1 },
      ],
    },
    { left: 20, top: 60, height: 12, words: [{ text: "holds", spacing: 0 }] },
  ]);
});

test("each word begins over the printed one, however wide the font is", () => {
  const word = fc.record({
    text: fc.string({ minLength: 1, maxLength: 12 }),
    width: fc.integer({ min: 40, max: 200 }),
    gap: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (drawn) => {
      let x = 10;
      const words = drawn.map(({ text, width, gap }) => {
        const box = { x, y: 5, width, height: 6 };
        x += width + gap;
        return { text, line: 3, box };
      });
      const [line] = layOutLines({ width: 2000, height: 50, text: "", words }, measure);
      let left = line!.left;
      for (const [index, { text, spacing }] of line!.words.entries()) {
        expect(left).toBeCloseTo(words[index]!.box.x, 6);
        left += measure(text) * line!.height + spacing * text.length;
      }
    }),
  );
});
