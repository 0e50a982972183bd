import fc from "fast-check";
import { expect, test } from "vitest";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import { createGrid } from "../geometry/grid.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { extendField } from "./extend-field.ts";

function fill(value: (x: number, y: number, z: number) => number): DistanceField {
  const grid = createGrid({ min: [-30, -25, 0], max: [20, 25, 40] }, 1);
  return { grid, values: fillGrid(grid, value) };
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test("an extended field has the distances from a ball, also where its field gives none", () => {
  const distance = (x: number, y: number, z: number) => 15 - Math.hypot(x + 5, y, z - 18);
  const field = fill((x, y, z) => Math.max(-4, Math.min(4, distance(x, y, z))));
  const extended = extendField(field, extractSurface(field.values, field.grid));
  fc.assert(
    fc.property(between(-45, 35), between(-40, 40), between(-20, 58), (x, y, z) => {
      const truth = distance(x, y, z);
      const found = sampleField(extended, x, y, z, new Float64Array(3));
      expect(Math.abs(found - truth)).toBeLessThan(1 + 0.15 * Math.abs(truth));
    }),
  );
});
