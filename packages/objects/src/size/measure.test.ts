import { expect, test } from "vitest";
import { cutAbove } from "../hull/flat-top.ts";
import { findSupportedHeights } from "../hull/supported-heights.ts";
import { trimBulges } from "../hull/trim-bulges.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { findBox, solids } from "../testing/solids.ts";
import { isGuess, type Measures, measure, sides } from "./measure.ts";
import type { Evidence } from "./uncertainty.ts";

const truth = { length: 80, width: 55, height: findBox(solids.box).max[2] };

const hull = carveSolid("box", "white");
const { grid, contacts, pixelSize } = hull;
const heights = findSupportedHeights(hull);
const evidence = { contacts, heights, pixelSize, matError: 0.04, warnings: [] };
const trimmed = trimBulges({ grid, values: hull.field }, contacts);
cutAbove(trimmed, grid, truth.height);
const mesh = extractSurface(trimmed, grid);

/** Measures the hull of a box of twelve small pictures, with other evidence. */
const measureWith = (other: Partial<Evidence> = {}) => measure(mesh, { ...evidence, ...other });

const isLarger = (a: Measures, b: Measures) =>
  sides.every((side) => a.uncertainty[side] > b.uncertainty[side]);

test("the true sides of a box are within their uncertainty", () => {
  const { box, uncertainty } = measureWith();
  for (const side of sides) {
    expect(Math.abs(box[side] - truth[side])).toBeLessThan(uncertainty[side]);
    expect(uncertainty[side]).toBeLessThan(0.08 * truth[side]);
  }
});

test("uncertainty grows with fewer views, a curled mat, and outlines that do not count", () => {
  const usual = measureWith();
  const few = contacts.filter((_, index) => index % 2 === 0);
  const fewHeights = heights.filter((_, index) => index % 2 === 0);
  expect(isLarger(measureWith({ contacts: few, heights: fewHeights }), usual)).toBe(true);
  expect(isLarger(measureWith({ matError: 0.8 }), usual)).toBe(true);
  for (const warning of ["beyond-mat", "views-disagree"] as const) {
    const spoiled = measureWith({ warnings: [warning] });
    expect(isLarger(spoiled, usual)).toBe(true);
    expect(isGuess(spoiled)).toBe(true);
  }
});

test("a roof that no view looks under is uncertain by all of its height", () => {
  const { box, uncertainty } = measure(hull.mesh, evidence);
  expect(box.height - truth.height).toBeGreaterThan(5);
  expect(box.height - truth.height).toBeLessThan(uncertainty.height);
});
