import type { Viewpoint } from "../camera/camera.ts";
import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";
import { createPointBuffer, type PointBuffer } from "../geometry/point-buffer.ts";

/** Only nodes at most this far from the surface are weighed, in millimeters. */
export const band = 3;

/** The levels of a quantized distance on each side of the surface: it fits a signed byte. */
const levels = 127;

/**
 * Limits a signed distance in millimeters to the band, and converts it to 127ths of that, so that
 * a field is sent to other threads as bytes.
 */
export const quantizeDistance = (distance: number): number =>
  Math.round(levels * Math.max(-1, Math.min(1, distance / band)));

/**
 * A ray touches the hull at a node if none of the next `reach` nodes before and behind it is deeper
 * inside by more than `slack` (0.3 mm).
 */
const slack = 0.1 * levels;
const reach = 30;
/**
 * The slack (1.8 mm) of a node inside the hull at which a view sees ground: all nodes on its ray
 * have to go, not only the deepest.
 */
const groundSlack = 0.6 * levels;

/**
 * The weight of positive odds on rays that miss the hull. More rays miss a node outside than touch
 * one inside.
 */
const missedWeight = 0.7;

/**
 * Returns the log odds that a view gives to each node near the surface of a hull, in the unit of
 * its silhouette. They are 0 unless the ray through the node touches the hull there or misses it,
 * because other nodes do not change the outline. `distances` are quantized signed distances.
 */
export function weighView(
  view: Viewpoint & CropArea & { odds: Int8Array },
  distances: Int8Array,
  grid: Grid,
): Int8Array {
  const { left, top, scale, width, height, odds } = view;
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const rays = createViewRays(view);
  const [eyeX, eyeY, eyeZ] = rays.cameraCenter;
  const isTouching = createTouchTest(distances, grid);
  const pixel = createPointBuffer();
  const ray = createPointBuffer();
  const weigh = (distance: number, i: number, j: number, k: number) => {
    const [x, y, z] = [origin[0] + i * step, origin[1] + j * step, origin[2] + k * step];
    rays.project(x, y, z, pixel);
    const column = Math.round(toCropPixel(pixel[0], left, scale));
    const row = Math.round(toCropPixel(pixel[1], top, scale));
    if (column < 0 || row < 0 || column >= width || row >= height) return 0;
    const pixelOdds = odds[row * width + column]!;
    if (pixelOdds === 0) return 0;
    const [dx, dy, dz] = [x - eyeX, y - eyeY, z - eyeZ];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    ray[0] = dx / length;
    ray[1] = dy / length;
    ray[2] = dz / length;
    const maxDistance = distance + (pixelOdds < 0 && distance > 0 ? groundSlack : slack);
    if (!isTouching(i, j, k, ray, Math.max(0, maxDistance))) return 0;
    return pixelOdds > 0 && maxDistance < 0 ? missedWeight * pixelOdds : pixelOdds;
  };
  const weights = new Int8Array(distances.length);
  for (let k = Math.max(0, Math.ceil(-origin[2] / step)); k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      const start = (k * ny + j) * nx;
      for (let i = 0; i < nx; i++) {
        const distance = distances[start + i]!;
        if (distance > -levels && distance < levels) weights[start + i] = weigh(distance, i, j, k);
      }
    }
  }
  return weights;
}

/** Tells whether the ray through a node touches the hull there, or misses it. */
type TouchTest = (
  i: number,
  j: number,
  k: number,
  ray: PointBuffer,
  maxDistance: number,
) => boolean;

/**
 * Prepares the test of a hull: no node next to (i, j, k) along a ray, on both sides, may be deeper
 * inside than `maxDistance`.
 */
function createTouchTest(distances: Int8Array, { counts: [nx, ny, nz] }: Grid): TouchTest {
  return (i, j, k, ray, maxDistance) => {
    for (let direction = 1; direction >= -1; direction -= 2) {
      for (let step = 1; step <= reach; step++) {
        const offset = direction * step;
        const a = Math.round(i + offset * ray[0]);
        const b = Math.round(j + offset * ray[1]);
        const c = Math.round(k + offset * ray[2]);
        if (a < 0 || b < 0 || c < 0 || a >= nx || b >= ny || c >= nz) break;
        if (distances[(c * ny + b) * nx + a]! > maxDistance) return false;
      }
    }
    return true;
  };
}
