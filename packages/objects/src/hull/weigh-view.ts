import type { Viewpoint } from "../camera/camera.ts";
import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";

/** Only nodes this close to the surface are weighed, in millimeters. */
export const band = 3;

/**
 * Converts a depth in millimeters to 127ths of the band, limited to the band, so that a field is
 * sent to other threads as bytes.
 */
export const toSteps = (depth: number): number =>
  Math.round(perBand * Math.max(-1, Math.min(1, depth / band)));
const perBand = 127;

/**
 * A ray touches the hull at nodes within `slack` (0.3 mm) of its deepest point, among `reach` nodes
 * before and behind.
 */
const slack = 0.1 * perBand;
const reach = 30;
/**
 * The slack of a node inside the hull at which a view sees ground (1.8 mm): all nodes on its ray
 * have to go, not only the deepest.
 */
const groundSlack = 0.6 * perBand;

/**
 * The weight of positive odds on rays that miss the hull. More rays miss a node outside than touch
 * one inside.
 */
const missedWeight = 0.7;

/**
 * Returns the odds that a view gives to each node near the surface, in the unit of its silhouette.
 * They are 0 unless the ray to the node touches the hull there or misses it, because other nodes do
 * not change the outline. `depths` are those of `toSteps`.
 */
export function weighView(
  seen: Viewpoint & CropArea & { odds: Int8Array },
  depths: Int8Array,
  grid: Grid,
): Int8Array {
  const { left, top, scale, width, height, odds } = seen;
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const rays = createViewRays(seen);
  const [eyeX, eyeY, eyeZ] = rays.eye;
  const weights = new Int8Array(depths.length);
  const weigh = (at: number, i: number, j: number, k: number) => {
    const x = origin[0] + i * step;
    const y = origin[1] + j * step;
    const z = origin[2] + k * step;
    rays.project(x, y, z, place);
    const column = Math.round(toCropPixel(place[0]!, left, scale));
    const row = Math.round(toCropPixel(place[1]!, top, scale));
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    const own = odds[row * width + column]!;
    if (own === 0) return;
    const [dx, dy, dz] = [x - eyeX, y - eyeY, z - eyeZ];
    const far = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const touch = depths[at]! + (own < 0 && depths[at]! > 0 ? groundSlack : slack);
    const most = Math.max(0, touch);
    if (
      isAtMost(most, depths, grid, i, j, k, dx / far, dy / far, dz / far) &&
      isAtMost(most, depths, grid, i, j, k, -dx / far, -dy / far, -dz / far)
    ) {
      weights[at] = own > 0 && touch < 0 ? missedWeight * own : own;
    }
  };
  const weighRow = (j: number, k: number) => {
    const start = (k * ny + j) * nx;
    for (let i = 0; i < nx; i++) {
      const depth = depths[start + i]!;
      if (depth > -perBand && depth < perBand) weigh(start + i, i, j, k);
    }
  };
  for (let k = Math.max(0, Math.ceil(-origin[2] / step)); k < nz; k++) {
    for (let j = 0; j < ny; j++) weighRow(j, k);
  }
  return weights;
}

const place = new Float64Array(3);

/** Tells whether depths are at most `most` on the next nodes from (i, j, k) in a direction. */
function isAtMost(
  most: number,
  depths: Int8Array,
  { counts: [nx, ny, nz] }: Grid,
  i: number,
  j: number,
  k: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  for (let step = 1; step <= reach; step++) {
    const a = Math.round(i + step * dx);
    const b = Math.round(j + step * dy);
    const c = Math.round(k + step * dz);
    if (a < 0 || b < 0 || c < 0 || a >= nx || b >= ny || c >= nz) return true;
    if (depths[(c * ny + b) * nx + a]! > most) return false;
  }
  return true;
}
