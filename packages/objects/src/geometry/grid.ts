/**
 * A block of nodes in millimeters: node (i, j, k) is at `origin + step * (i, j, k)` and has index
 * `(k * ny + j) * nx + i`.
 */
export type Grid = {
  origin: readonly [x: number, y: number, z: number];
  step: number;
  counts: readonly [nx: number, ny: number, nz: number];
};

/** A box parallel to the axes, in millimeters. */
export type Box = {
  min: readonly [x: number, y: number, z: number];
  max: readonly [x: number, y: number, z: number];
};

/** A part of a grid, and the indices at which its nodes begin and end in the grid. */
type GridPart = { part: Grid; from: number; to: number };

/** Splits a grid into up to `count` parts, of whole layers of the same height. */
export function splitGrid({ origin: [x, y, z], step, counts }: Grid, count: number): GridPart[] {
  const [nx, ny, nz] = counts;
  const layers = Math.ceil(nz / count);
  const parts: GridPart[] = [];
  for (let start = 0; start < nz; start += layers) {
    const end = Math.min(nz, start + layers);
    const part: Grid = { origin: [x, y, z + start * step], step, counts: [nx, ny, end - start] };
    parts.push({ part, from: nx * ny * start, to: nx * ny * end });
  }
  return parts;
}

/** Returns a grid that holds a box with two more layers of nodes on each side. */
export function createGrid({ min, max }: Box, step: number): Grid {
  const count = (axis: 0 | 1 | 2) => Math.ceil((max[axis] - min[axis]) / step) + 5;
  return {
    origin: [min[0] - 2 * step, min[1] - 2 * step, min[2] - 2 * step],
    step,
    counts: [count(0), count(1), count(2)],
  };
}
