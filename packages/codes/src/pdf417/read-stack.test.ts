import { expect, test } from "vitest";
import { encodeStack } from "../testing/drawn-stack.ts";
import { drawStack } from "./draw-stack.ts";
import { findStarts } from "./find-starts.ts";
import { readStack } from "./read-stack.ts";

test.each([
  [1, 0],
  [4, 2],
  [12, 5],
])("reads the layout and the codewords of %d columns with level %d", (columns, level) => {
  const { layout, codewords } = encodeStack("codewords ".repeat(columns), columns, level);
  const plane = drawStack(layout, codewords);
  const [start] = findStarts(plane);
  expect(readStack(plane, start!)).toMatchObject({ layout, codewords });
});

test("reads nothing if more codewords are wrong than can be corrected", () => {
  const { layout, codewords } = encodeStack("too many of them are wrong", 3, 1);
  const wrong = codewords.map((codeword, index) => (index % 4 === 2 ? codeword ^ 5 : codeword));
  const plane = drawStack(layout, wrong);
  const [start] = findStarts(plane);
  expect(readStack(plane, start!)).toBeUndefined();
});

test("reads nothing of level 0 if a single codeword is wrong, as nothing else checks it", () => {
  const { layout, codewords } = encodeStack("level 0", 3, 0);
  const plane = drawStack(layout, [codewords[0]!, codewords[1]! ^ 1, ...codewords.slice(2)]);
  const [start] = findStarts(plane);
  expect(readStack(plane, start!)).toBeUndefined();
});
