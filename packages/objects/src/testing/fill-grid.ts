import type { Grid } from "../geometry/grid.ts";

/** Returns a value for each grid node, by its coordinates in millimeters. */
export function fillGrid(
  { origin, step, counts: [nx, ny, nz] }: Grid,
  valueAt: (x: number, y: number, z: number) => number,
): Float32Array {
  return Float32Array.from({ length: nx * ny * nz }, (_, at) => {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    return valueAt(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step);
  });
}
