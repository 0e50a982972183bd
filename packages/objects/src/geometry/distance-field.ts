import type { Grid } from "./grid.ts";
import type { VectorOut } from "./vector.ts";

/**
 * A signed distance field: how far each node of a grid is inside a surface, in millimeters;
 * negative outside.
 */
export type DistanceField = { grid: Grid; values: Float32Array };

/**
 * Returns the signed distance at a point between nodes, by trilinear interpolation, and writes its
 * gradient into `gradient`. Outside the grid, that is the value at the closest point of the grid
 * less the distance from it.
 */
export function sampleField(
  { grid: { origin, step, counts }, values }: DistanceField,
  x: number,
  y: number,
  z: number,
  gradient: VectorOut,
): number {
  const [nx, ny, nz] = counts;
  const u = (x - origin[0]) / step;
  const v = (y - origin[1]) / step;
  const w = (z - origin[2]) / step;
  // The cell that holds the point or is closest to it, and where in it, from 0 to 1.
  const i = u < 0 ? 0 : u >= nx - 1 ? nx - 2 : Math.floor(u);
  const j = v < 0 ? 0 : v >= ny - 1 ? ny - 2 : Math.floor(v);
  const k = w < 0 ? 0 : w >= nz - 1 ? nz - 2 : Math.floor(w);
  const a = u < 0 ? 0 : u > nx - 1 ? 1 : u - i;
  const b = v < 0 ? 0 : v > ny - 1 ? 1 : v - j;
  const c = w < 0 ? 0 : w > nz - 1 ? 1 : w - k;
  const layer = nx * ny;
  const below = k * layer + j * nx + i;
  const above = below + layer;
  const v000 = values[below]!;
  const v100 = values[below + 1]!;
  const v010 = values[below + nx]!;
  const v110 = values[below + nx + 1]!;
  const v001 = values[above]!;
  const v101 = values[above + 1]!;
  const v011 = values[above + nx]!;
  const v111 = values[above + nx + 1]!;
  const v00 = v000 + a * (v100 - v000);
  const v10 = v010 + a * (v110 - v010);
  const v01 = v001 + a * (v101 - v001);
  const v11 = v011 + a * (v111 - v011);
  const v0 = v00 + b * (v10 - v00);
  const v1 = v01 + b * (v11 - v01);
  gradient[0] =
    ((1 - c) * ((1 - b) * (v100 - v000) + b * (v110 - v010)) +
      c * ((1 - b) * (v101 - v001) + b * (v111 - v011))) /
    step;
  gradient[1] = ((1 - c) * (v10 - v00) + c * (v11 - v01)) / step;
  gradient[2] = (v1 - v0) / step;
  const value = v0 + c * (v1 - v0);
  const du = u - i - a;
  const dv = v - j - b;
  const dw = w - k - c;
  if (du === 0 && dv === 0 && dw === 0) return value;
  const distance = Math.sqrt(du * du + dv * dv + dw * dw);
  if (distance < 1e-9) return value;
  if (du !== 0) gradient[0] = -du / distance;
  if (dv !== 0) gradient[1] = -dv / distance;
  if (dw !== 0) gradient[2] = -dw / distance;
  return value - distance * step;
}
