import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import type { Grid } from "../geometry/grid.ts";
import { isBesideUnknown, type Silhouette } from "../silhouette/silhouette.ts";

/**
 * Rays so many pixels inside of an outline are followed: closer ones may miss the object, farther
 * ones tell less.
 */
const [nearest, farthest] = [0.5, 1.5];
/**
 * A top is at least this wide (millimeters), or this many rays if they are farther apart. Fewer
 * rays that reach higher are wrong.
 */
const minWidth = 7;
const minRays = 5;
/**
 * Rays tell the height if they reach up to `nearTop` millimeters below that, where the most of them
 * lie within `closeBy` millimeters.
 */
const nearTop = 6;
const closeBy = 0.8;

/**
 * How high an object is at least, as one view knows, the cosine of how steeply it looks down there,
 * and the size of a pixel there. Lengths in millimeters.
 */
export type Reached = { height: number; level: number; pixelSize: number };

/**
 * Returns how high views know the object to be, for those that tell. A ray just inside of an
 * outline meets the object, and that in the hull: the object is at least as high as where the ray
 * leaves it.
 */
export function findReached(
  silhouettes: readonly Silhouette[],
  values: Float32Array,
  grid: Grid,
): Reached[] {
  return silhouettes.flatMap((silhouette) => findOwnReached(silhouette, { grid, values }) ?? []);
}

function findOwnReached(silhouette: Silhouette, hull: DistanceField): Reached | undefined {
  const { left, top, scale, width, height, distances } = silhouette;
  const { focal } = silhouette.camera;
  const rays = createViewRays(silhouette);
  const ray = new Float64Array(3);
  const place = new Float64Array(3);
  const all: Reached[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const inside = distances[row * width + column]!;
      if (
        inside < nearest ||
        inside > farthest ||
        isBesideUnknown(silhouette, row * width + column)
      )
        continue;
      rays.castRay(toPicturePixel(column, left, scale), toPicturePixel(row, top, scale), ray);
      const level = Math.hypot(ray[0]!, ray[1]!);
      const leaving = findLeaving(rays.eye, ray, hull);
      if (leaving === undefined) continue;
      const [x, y, z] = leaving;
      rays.project(x, y, z, place);
      const pixelSize = (scale * place[2]!) / focal;
      all.push({ height: z + (inside * pixelSize) / level, level, pixelSize });
    }
  }
  return findUsual(all.sort((a, b) => b.height - a.height));
}

/**
 * Returns the ray in the middle of the heights that most rays near the top reach; undefined if
 * there are too few rays. `all` begins with the highest. The highest may be wrong: where the hull
 * lacks a piece of its far rim, rays leave it too early.
 */
function findUsual(all: readonly Reached[]): Reached | undefined {
  const [highest] = all;
  if (!highest) return undefined;
  const wide = all[Math.max(minRays, Math.round(minWidth / highest.pixelSize)) - 1];
  if (!wide) return undefined;
  let [first, most, usual] = [0, 0, wide];
  for (const [last, { height }] of all.entries()) {
    if (height < wide.height - nearTop) break;
    while (all[first]!.height > height + closeBy) first++;
    if (last - first < most) continue;
    most = last - first + 1;
    usual = all[(first + last) >> 1]!;
  }
  return usual;
}

const slopes = new Float64Array(3);

/**
 * Returns where a ray that looks down leaves the inside of a field last; undefined if it is never
 * inside.
 */
function findLeaving(
  eye: readonly [number, number, number],
  ray: Float64Array,
  hull: DistanceField,
): [number, number, number] | undefined {
  const [dx, dy, dz] = [ray[0]!, ray[1]!, ray[2]!];
  if (!(dz < -1e-3)) return undefined;
  const { step, origin, counts } = hull.grid;
  const ceiling = origin[2] + (counts[2] - 1) * step;
  const end = (eye[2] - step) / -dz;
  const start = (eye[2] - ceiling) / -dz;
  let outside = Number.NaN;
  for (let t = end; t > start; t -= step) {
    const value = sampleField(hull, eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz, slopes);
    if (value > 0) {
      const back = Number.isNaN(outside) ? 0 : (step * -outside) / (value - outside);
      // Between the last place outside and this one.
      const at = Number.isNaN(outside) ? t : t + step - back;
      return [eye[0] + at * dx, eye[1] + at * dy, eye[2] + at * dz];
    }
    outside = value;
  }
  return undefined;
}
