import { expect, test } from "vitest";
import { encodeStack } from "../testing/drawn-stack.ts";
import { drawStack } from "./draw-stack.ts";

test.each([
  [1, 0],
  [3, 2],
  [7, 5],
])("draws the modules of bwip-js in %d columns with level %d", (columns, level) => {
  const { layout, codewords, modules } = encodeStack("drawn the same by both", columns, level);
  const { data, width, height } = drawStack(layout, codewords);
  // A module is two pixels wide and six high, with a margin of ten.
  expect([width, height]).toEqual([modules[0]!.length * 2 + 20, modules.length * 6 + 20]);
  const drawn = modules.map((bits, row) =>
    bits.map((_, module) => (data[(13 + row * 6) * width + 11 + module * 2] === 0 ? 1 : 0)),
  );
  expect(drawn).toEqual(modules);
});
