import { expect, test } from "vitest";
import { scaleWords } from "./word.ts";

test("words keep their places and all else on a picture of another size, with or without a baseline", () => {
  const word = { text: "Note", line: 2, box: { x: 10, y: 20, width: 30, height: 8 } };
  const baseline = { from: { x: 10, y: 27 }, to: { x: 40, y: 26 } };
  const box = { x: 20, y: 10, width: 60, height: 4 };
  const words: (typeof word & { baseline?: typeof baseline })[] = [{ ...word, baseline }, word];
  expect(scaleWords(words, { x: 2, y: 0.5 })).toEqual([
    { ...word, box, baseline: { from: { x: 20, y: 13.5 }, to: { x: 80, y: 13 } } },
    { ...word, box },
  ]);
});
