import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";
import { type Silhouette, unknown } from "../silhouette/silhouette.ts";

/**
 * How high points are over a mat, in millimeters: `x`, `y` and `z` times those of the point, plus
 * `offset`.
 */
type Plane = { x: number; y: number; z: number; offset: number };

const matPlane: Plane = { x: 0, y: 0, z: 1, offset: 0 };

/**
 * The middle of a block of so many nodes along each axis is carved first, and tells whether its
 * parts are worth it.
 */
const stride = 4;

/**
 * One wrong view is tolerated for each six that know a point, because above an object few may know
 * that there is nothing.
 */
const knownPerTolerated = 6;

/**
 * Returns how far each node is inside the visual hull, in millimeters; negative outside, and on the
 * outermost nodes. The hull stands on the mat, and ends there. A node is outside if more than
 * `tolerated` views say so, or more than a sixth of the views that know it. It is also outside if
 * less than a quarter of all views know it.
 */
export function carve(
  silhouettes: readonly Silhouette[],
  grid: Grid,
  tolerated = 0,
  mat: Plane = matPlane,
): Float32Array {
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const field = new Float32Array(nx * ny * nz);
  const prepared = silhouettes.map((silhouette) => ({
    silhouette,
    focal: silhouette.camera.focal,
    rays: createViewRays(silhouette),
  }));
  const evaluate = (i: number, j: number, k: number) =>
    carvePoint(
      prepared,
      origin[0] + i * step,
      origin[1] + j * step,
      origin[2] + k * step,
      tolerated,
      mat,
    );
  const set = (i: number, j: number, k: number, value: number) => {
    const isRim = i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
    field[(k * ny + j) * nx + i] = isRim ? Math.min(value, -step) : value;
  };
  const fill = (i: number, j: number, k: number, size: number) => {
    if (size === 1) return set(i, j, k, evaluate(i, j, k));
    const half = size / 2;
    const endI = Math.min(nx, i + size);
    const endJ = Math.min(ny, j + size);
    const endK = Math.min(nz, k + size);
    const middle = evaluate(i + half, j + half, k + half);
    const isFar = Math.abs(middle) >= size * step * Math.sqrt(3);
    const part = isFar ? 1 : half;
    for (let c = k; c < endK; c += part) {
      for (let b = j; b < endJ; b += part) {
        for (let a = i; a < endI; a += part) {
          if (isFar) set(a, b, c, middle);
          else fill(a, b, c, half);
        }
      }
    }
  };
  for (let k = 0; k < nz; k += stride) {
    for (let j = 0; j < ny; j += stride) {
      for (let i = 0; i < nx; i += stride) fill(i, j, k, stride);
    }
  }
  return field;
}

const place = new Float64Array(3);
const smallest = new Float64Array(8);

type Prepared = { silhouette: Silhouette; focal: number; rays: ViewRays };

/**
 * Returns how far a point is inside, by the view that puts it farthest outside after the tolerated
 * ones.
 */
function carvePoint(
  views: readonly Prepared[],
  x: number,
  y: number,
  z: number,
  tolerated: number,
  mat: Plane,
): number {
  smallest.fill(unknown);
  let known = 0;
  for (const { silhouette, focal, rays } of views) {
    const { scale, left, top, width, height, distances } = silhouette;
    rays.project(x, y, z, place);
    const u = toCropPixel(place[0]!, left, scale);
    const v = toCropPixel(place[1]!, top, scale);
    const column = Math.floor(u);
    const row = Math.floor(v);
    if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;
    const at = row * width + column;
    const a = u - column;
    const upper = distances[at]! * (1 - a) + distances[at + 1]! * a;
    const lower = distances[at + width]! * (1 - a) + distances[at + width + 1]! * a;
    let inside = upper + (lower - upper) * (v - row);
    if (inside > unknown / 10) continue;
    known++;
    inside *= (scale * place[2]!) / focal;
    if (!(inside < smallest[tolerated]!)) continue;
    for (let rank = 0; rank <= tolerated; rank++) {
      const other = smallest[rank]!;
      if (inside < other) {
        smallest[rank] = inside;
        inside = other;
      }
    }
  }
  if (known < views.length / 4) return -unknown;
  const allowed = Math.min(tolerated, Math.floor(known / knownPerTolerated));
  return Math.min(smallest[allowed]!, mat.x * x + mat.y * y + mat.z * z + mat.offset);
}
