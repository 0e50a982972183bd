import { expect, test } from "vitest";
import { extractSurface } from "../mesh/surface-nets.ts";
import { findUprightBox } from "../mesh/upright-box.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import type { SolidName } from "../testing/solids.ts";
import { trimBulges } from "./trim-bulges.ts";

/** Measures the hull of the true outlines of a solid in 12 small pictures, and the same trimmed. */
function measureSides(name: SolidName) {
  const { field, grid, contacts } = carveSolid(name, "white");
  const trimmed = trimBulges({ grid, values: field }, contacts);
  return [field, trimmed].map((values) => findUprightBox(extractSurface(values, grid)));
}

test("the bulging faces of a box are cut off, and its edges stay", () => {
  const [hull, trimmed] = measureSides("box");
  expect(hull!.width).toBeGreaterThan(58);
  expect(Math.abs(trimmed!.length - 80)).toBeLessThan(1.6);
  expect(Math.abs(trimmed!.width - 55)).toBeLessThan(1.6);
  expect(trimmed!.height).toBe(hull!.height);
});

test("a round bowl stays as large as its outlines", () => {
  const [hull, trimmed] = measureSides("bowl");
  expect(Math.abs(trimmed!.length - hull!.length)).toBeLessThan(1);
  expect(Math.abs(trimmed!.width - 92)).toBeLessThan(1.6);
});
