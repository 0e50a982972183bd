import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrid } from "../hull/grid.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { measureDistances } from "./measure-distances.ts";
import { sampleVolume, type Volume } from "./volume.ts";

function fill(step: number, value: (x: number, y: number, z: number) => number): Volume {
  const grid = createGrid({ min: [-30, -25, 0], max: [20, 25, 40] }, step);
  const [nx, ny, nz] = grid.counts;
  const values = Float32Array.from({ length: nx * ny * nz }, (_, at) => {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    const [x, y, z] = grid.origin;
    return value(x + i * step, y + j * step, z + k * step);
  });
  return { grid, values };
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

test("between nodes, what is linear is exact, and so are its slopes", () => {
  const linear = fill(2, (x, y, z) => 3 + 0.5 * x - 0.25 * y + 0.75 * z);
  fc.assert(
    fc.property(between(-33, 20), between(-28, 25), between(-3, 40), (x, y, z) => {
      const slopes = new Float64Array(3);
      const value = sampleVolume(linear, x, y, z, slopes);
      expect(value).toBeCloseTo(3 + 0.5 * x - 0.25 * y + 0.75 * z, 3);
      expect(slopes[0]).toBeCloseTo(0.5, 3);
      expect(slopes[1]).toBeCloseTo(-0.25, 3);
      expect(slopes[2]).toBeCloseTo(0.75, 3);
    }),
  );
});

test("distances are those of a ball, also where its field tells nothing any more", () => {
  const distance = (x: number, y: number, z: number) => 15 - Math.hypot(x + 5, y, z - 18);
  const field = fill(1, (x, y, z) => Math.max(-4, Math.min(4, distance(x, y, z))));
  const measured = measureDistances(field, extractSurface(field.values, field.grid));
  fc.assert(
    fc.property(between(-45, 35), between(-40, 40), between(-20, 58), (x, y, z) => {
      const truth = distance(x, y, z);
      const found = sampleVolume(measured, x, y, z, new Float64Array(3));
      expect(Math.abs(found - truth)).toBeLessThan(1 + 0.15 * Math.abs(truth));
    }),
  );
});
