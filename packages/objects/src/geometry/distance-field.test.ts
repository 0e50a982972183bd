import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { type DistanceField, sampleField } from "./distance-field.ts";

function fill(value: (x: number, y: number, z: number) => number): DistanceField {
  const grid = createGrid({ min: [-30, -25, 0], max: [20, 25, 40] }, 2);
  return { grid, values: fillGrid(grid, value) };
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test("between nodes, what is linear is exact, and so are its slopes", () => {
  const linear = fill((x, y, z) => 3 + 0.5 * x - 0.25 * y + 0.75 * z);
  fc.assert(
    fc.property(between(-33, 20), between(-28, 25), between(-3, 40), (x, y, z) => {
      const slopes = new Float64Array(3);
      const value = sampleField(linear, x, y, z, slopes);
      expect(value).toBeCloseTo(3 + 0.5 * x - 0.25 * y + 0.75 * z, 3);
      expect(slopes[0]).toBeCloseTo(0.5, 3);
      expect(slopes[1]).toBeCloseTo(-0.25, 3);
      expect(slopes[2]).toBeCloseTo(0.75, 3);
    }),
  );
});
