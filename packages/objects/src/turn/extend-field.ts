import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import { createGrid } from "../geometry/grid.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";

/** How many steps the longest side of the object gets, and how many are free round it. */
const steps = 40;
const room = 6;

/**
 * Returns how far places in and round an object are inside it, in millimeters, also far away from
 * its surface, where the field of a hull no longer tells. The distances are within a tenth of the
 * true ones.
 */
export function measureDistances(field: DistanceField, mesh: Mesh): DistanceField {
  const { min, max } = findBounds(mesh);
  const step = Math.max(...[0, 1, 2].map((axis) => max[axis]! - min[axis]!)) / steps;
  const margin = room * step;
  const grid = createGrid(
    {
      min: [min[0] - margin, min[1] - margin, min[2] - margin],
      max: [max[0] + margin, max[1] + margin, max[2] + margin],
    },
    step,
  );
  const [nx, ny, nz] = grid.counts;
  const signs = new Float32Array(nx * ny * nz);
  const distances = new Float32Array(nx * ny * nz);
  const slopes = new Float64Array(3);
  for (let at = 0; at < signs.length; at++) {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    const [x, y, z] = grid.origin;
    const value = sampleField(field, x + i * step, y + j * step, z + k * step, slopes);
    signs[at] = value > 0 ? 1 : -1;
    distances[at] = Math.abs(value) < 1.5 * step ? Math.abs(value) : Infinity;
  }
  spread(distances, nx, ny, nz, step);
  return { grid, values: distances.map((distance, at) => signs[at]! * distance) };
}

/**
 * Gives each node the shortest way over its neighbors to a node that has a distance, in two passes
 * (Borgefors 1986).
 */
function spread(distances: Float32Array, nx: number, ny: number, nz: number, step: number): void {
  const before: { i: number; j: number; k: number; length: number }[] = [];
  for (let k = -1; k <= 0; k++) {
    for (let j = -1; j <= 1; j++) {
      for (let i = -1; i <= 1; i++) {
        if (k * 9 + j * 3 + i >= 0) continue;
        before.push({ i, j, k, length: step * Math.hypot(i, j, k) });
      }
    }
  }
  for (const sign of [1, -1]) {
    for (let turn = 0; turn < distances.length; turn++) {
      const at = sign > 0 ? turn : distances.length - 1 - turn;
      const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
      for (const offset of before) {
        const [a, b, c] = [i + sign * offset.i, j + sign * offset.j, k + sign * offset.k];
        if (a < 0 || b < 0 || c < 0 || a >= nx || b >= ny || c >= nz) continue;
        const length = distances[(c * ny + b) * nx + a]! + offset.length;
        if (length < distances[at]!) distances[at] = length;
      }
    }
  }
}
