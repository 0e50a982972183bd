import { expect, test } from "vitest";
import { scaleWords } from "./page-text.ts";

test("words keep their positions on a picture of another size", () => {
  const word = {
    text: "Note",
    line: 2,
    box: { x: 10, y: 20, width: 30, height: 8 },
    baseline: { from: { x: 10, y: 27 }, to: { x: 40, y: 26 } },
  };
  const pageText = { width: 100, height: 200, text: "Note", words: [word] };
  expect(scaleWords(pageText, { width: 200, height: 100 })).toEqual([
    {
      text: "Note",
      line: 2,
      box: { x: 20, y: 10, width: 60, height: 4 },
      baseline: { from: { x: 20, y: 13.5 }, to: { x: 80, y: 13 } },
    },
  ]);
});
