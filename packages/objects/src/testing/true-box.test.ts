import { expect, test } from "vitest";
import { solids } from "./solids.ts";
import { findTrueBox } from "./true-box.ts";

test("the box round the drawn box, which is turned by 20°, has its own sides", () => {
  const { length, width, height } = findTrueBox(solids.box);
  expect(length).toBeCloseTo(80, 1);
  expect(width).toBeCloseTo(55, 1);
  expect(height).toBeCloseTo(44, 1);
});
