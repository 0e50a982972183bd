import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { fillNotches } from "./fill-notches.ts";

const grid = createGrid({ min: [-30, -30, 0], max: [30, 30, 20] }, 1);

function depthOf(field: Float32Array, x: number, y: number, z: number): number {
  const { counts, origin } = grid;
  return field[((z - origin[2]) * counts[1] + (y - origin[1])) * counts[0] + (x - origin[0])]!;
}

/** A cylinder with a radius of 20 mm, and a slot along x that ends 10 mm from its middle. */
const slotted = (width: number) =>
  fillGrid(grid, (x, y) =>
    Math.min(20 - Math.hypot(x, y), Math.max(10 - x, Math.abs(y) - width / 2)),
  );

describe("fillNotches", () => {
  it("fills a slot of 5 mm at the mat", () => {
    const field = slotted(5);
    expect(depthOf(field, 15, 0, 1)).toBeLessThan(0);
    const filled = fillNotches(field, grid);
    expect(depthOf(filled, 15, 0, 1)).toBeGreaterThan(0);
    expect(depthOf(filled, 22, 0, 1)).toBeLessThan(0);
  });

  it("leaves the slot higher up, and one of 12 mm", () => {
    expect(depthOf(fillNotches(slotted(5), grid), 15, 0, 8)).toBe(-2.5);
    expect(depthOf(fillNotches(slotted(12), grid), 15, 0, 1)).toBeLessThan(0);
  });

  it("leaves two feet apart that are 12 mm from each other", () => {
    const feet = fillGrid(grid, (x, y) => 8 - Math.hypot(Math.abs(x) - 14, y));
    expect(depthOf(fillNotches(feet, grid), 0, 0, 0)).toBeLessThan(0);
  });

  it("takes nothing away, and fills nothing when it is called again", () => {
    const seeds = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 5, maxLength: 400 });
    fc.assert(
      fc.property(seeds, (values) => {
        const field = fillGrid(
          grid,
          (x, y, z) => values[(7 * (x + y * 9 + z * 131) + 70_000) % values.length]!,
        );
        const filled = fillNotches(field, grid);
        expect(filled.every((depth, at) => depth >= field[at]!)).toBe(true);
        expect(fillNotches(filled, grid).every((depth, at) => depth === filled[at])).toBe(true);
      }),
      { numRuns: 10 },
    );
  });
});
