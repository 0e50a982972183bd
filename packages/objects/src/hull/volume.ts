import type { Grid } from "./grid.ts";

/** A number for each node of a grid, such as how far it is inside an object, in millimeters. */
export type Volume = { grid: Grid; values: Float32Array };

/**
 * Returns the value at a point between nodes, and writes its slope along each axis into `slopes`. Beside the grid the value of the nearest
 * place of the grid falls by one for each millimeter.
 */
export function sampleVolume(
  { grid: { origin, step, counts }, values }: Volume,
  x: number,
  y: number,
  z: number,
  slopes: Float64Array,
): number {
  const [nx, ny, nz] = counts;
  const u = (x - origin[0]) / step;
  const v = (y - origin[1]) / step;
  const w = (z - origin[2]) / step;
  const i = u < 0 ? 0 : u >= nx - 1 ? nx - 2 : Math.floor(u);
  const j = v < 0 ? 0 : v >= ny - 1 ? ny - 2 : Math.floor(v);
  const k = w < 0 ? 0 : w >= nz - 1 ? nz - 2 : Math.floor(w);
  const a = u < 0 ? 0 : u > nx - 1 ? 1 : u - i;
  const b = v < 0 ? 0 : v > ny - 1 ? 1 : v - j;
  const c = w < 0 ? 0 : w > nz - 1 ? 1 : w - k;
  const layer = nx * ny;
  const at = k * layer + j * nx + i;
  const [v000, v100, v010, v110] = [
    values[at]!,
    values[at + 1]!,
    values[at + nx]!,
    values[at + nx + 1]!,
  ];
  const above = at + layer;
  const [v001, v101, v011, v111] = [
    values[above]!,
    values[above + 1]!,
    values[above + nx]!,
    values[above + nx + 1]!,
  ];
  const [v00, v10] = [v000 + a * (v100 - v000), v010 + a * (v110 - v010)];
  const [v01, v11] = [v001 + a * (v101 - v001), v011 + a * (v111 - v011)];
  const [low, high] = [v00 + b * (v10 - v00), v01 + b * (v11 - v01)];
  slopes[0] =
    ((1 - c) * ((1 - b) * (v100 - v000) + b * (v110 - v010)) +
      c * ((1 - b) * (v101 - v001) + b * (v111 - v011))) /
    step;
  slopes[1] = ((1 - c) * (v10 - v00) + c * (v11 - v01)) / step;
  slopes[2] = (high - low) / step;
  const value = low + c * (high - low);
  const [du, dv, dw] = [u - i - a, v - j - b, w - k - c];
  if (du === 0 && dv === 0 && dw === 0) return value;
  const off = Math.sqrt(du * du + dv * dv + dw * dw);
  if (off < 1e-9) return value;
  if (du !== 0) slopes[0] = -du / off;
  if (dv !== 0) slopes[1] = -dv / off;
  if (dw !== 0) slopes[2] = -dw / off;
  return value - off * step;
}
