/** A block of nodes in millimeters: node (i, j, k) is at `origin + step * (i, j, k)` and has index `(k * ny + j) * nx + i`. */
export type Grid = {
  origin: readonly [x: number, y: number, z: number];
  step: number;
  counts: readonly [nx: number, ny: number, nz: number];
};

export type Box = {
  min: readonly [x: number, y: number, z: number];
  max: readonly [x: number, y: number, z: number];
};

/** Returns a grid that holds a box with two more layers of nodes on each side. */
export function createGrid({ min, max }: Box, step: number): Grid {
  const count = (axis: 0 | 1 | 2) => Math.ceil((max[axis] - min[axis]) / step) + 5;
  return {
    origin: [min[0] - 2 * step, min[1] - 2 * step, min[2] - 2 * step],
    step,
    counts: [count(0), count(1), count(2)],
  };
}
