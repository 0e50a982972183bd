import fc from "fast-check";
import { expect, test } from "vitest";
import { fillGrid } from "../testing/fill-grid.ts";
import { type DistanceField, sampleField } from "./distance-field.ts";
import { createGrid } from "./grid.ts";

function fill(value: (x: number, y: number, z: number) => number): DistanceField {
  const grid = createGrid({ min: [-30, -25, 0], max: [20, 25, 40] }, 2);
  return { grid, values: fillGrid(grid, value) };
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test("between nodes, a linear field is exact, and so is its gradient", () => {
  const linear = fill((x, y, z) => 3 + 0.5 * x - 0.25 * y + 0.75 * z);
  fc.assert(
    fc.property(between(-33, 20), between(-28, 25), between(-3, 40), (x, y, z) => {
      const gradient = new Float64Array(3);
      const value = sampleField(linear, x, y, z, gradient);
      expect(value).toBeCloseTo(3 + 0.5 * x - 0.25 * y + 0.75 * z, 3);
      expect(gradient[0]).toBeCloseTo(0.5, 3);
      expect(gradient[1]).toBeCloseTo(-0.25, 3);
      expect(gradient[2]).toBeCloseTo(0.75, 3);
    }),
  );
});
