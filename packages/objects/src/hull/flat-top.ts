import { createViewRays } from "../camera/view-rays.ts";
import { isBesideUnknown, type Silhouette } from "./carve.ts";
import type { Grid } from "./grid.ts";
import { sampleVolume, type Volume } from "./volume.ts";

/** Rays so many pixels inside of an outline are followed: closer ones may miss the object, farther ones tell less. */
const [nearest, farthest] = [0.5, 1.5];
/** A top is at least this wide (millimeters), or this many rays if they are farther apart. Fewer rays that reach higher are wrong. */
const leastWidth = 7;
const leastRays = 5;
/** Rays tell the height if they reach up to `nearTop` millimeters below that, where the most of them lie within `closeBy` millimeters. */
const nearTop = 6;
const closeBy = 0.8;
/** The lowest views look down by less than 30°: what is less steep than they look stands in no outline. */
const leastLow = 0.87;
const lowViews = 3;
/** Views from lower and from higher differ by so much in the cosine of how steeply they look down. */
const leastApart = 0.1;
/**
 * A top is flat if at least half of the views agree on its height within `mostOff` millimeters, and the radius of its rim hides at most
 * `mostHidden` millimeters from all views.
 */
const mostOff = 0.4;
const mostHidden = 0.4;
/** A top that is rounded by a larger radius (millimeters) is taken for a ball. Low views see it almost up to its top. */
const mostRound = 12;
/** A radius of the rim is good if at least this share of the most views that agree on any radius agree on it. The median over the good ones counts. */
const goodShare = 0.8;
/** This share of the views that agree lies below the result. Most errors are upward, because outlines of white objects tend to be too large. */
const lowShare = 0.25;

/**
 * Returns the height of the flat top of an object, in millimeters, where its hull has a roof that no view can look under; undefined if the
 * top is round, or the views do not tell.
 *
 * A ray just inside of an outline meets the object, and that in the hull: the object is at least as high as where the ray leaves it. For a
 * ball of radius r, that height grows by r times the cosine of how steeply the view looks down, up to the true one for a level view.
 * For a flat top it stays the same, but for the rounding of its rim. Other views may be wrong: low ones see it before the rim of the mat, which may look alike.
 */
export function findFlatTop(
  silhouettes: readonly Silhouette[],
  field: Float32Array,
  grid: Grid,
): number | undefined {
  const hull = { grid, values: field };
  const reached = silhouettes.map((silhouette) => findReached(silhouette, hull));
  const seen = reached.filter((each) => each !== undefined);
  const mostLevel = Math.max(...seen.map(({ level }) => level));
  const agreed: { views: number; top: number }[] = [];
  for (const a of seen) {
    for (const b of seen) {
      if (a.level - b.level < leastApart) continue;
      const radius = Math.max(0, (a.height - b.height) / (a.level - b.level));
      if (radius > mostRound || radius * (1 - mostLevel) > mostHidden) continue;
      const own = findTop(a, radius);
      const alike = seen.filter((view) => Math.abs(findTop(view, radius) - own) < mostOff);
      if (alike.filter(({ level }) => level > leastLow).length < lowViews) continue;
      const tops = alike.map((view) => findTop(view, radius));
      agreed.push({ views: alike.length, top: findQuantile(tops, lowShare) });
    }
  }
  const most = Math.max(...agreed.map(({ views }) => views));
  if (!(most >= seen.length / 2)) return undefined;
  const good = agreed.filter(({ views }) => views >= goodShare * most);
  const tops = good.map(({ top }) => top);
  return findQuantile(tops, 0.5);
}

/** Returns how high the top is as a view sees it, if its rim is rounded by a radius. */
const findTop = ({ height, level }: Reached, radius: number) => height + radius * (1 - level);

/** Takes what is above a height out of a field, in place. */
export function cutAbove(
  field: Float32Array,
  { counts, step, origin }: Grid,
  height: number,
): void {
  const layer = counts[0] * counts[1];
  for (let at = 0; at < field.length; at++) {
    const z = origin[2] + Math.floor(at / layer) * step;
    field[at] = Math.min(field[at]!, height - z);
  }
}

/**
 * How high an object is at least, as one view knows, the cosine of how steeply it looks down there, and the size of a pixel there. Lengths in
 * millimeters.
 */
type Reached = { height: number; level: number; pixelSize: number };

function findReached(silhouette: Silhouette, hull: Volume): Reached | undefined {
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
      rays.castRay(left + (column + 0.5) * scale - 0.5, top + (row + 0.5) * scale - 0.5, ray);
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
 * Returns the ray in the middle of the heights that most rays near the top reach; undefined if there are too few rays. `all` begins with the
 * highest. The highest may be wrong: where the hull lacks a piece of its far rim, rays leave it too early.
 */
function findUsual(all: readonly Reached[]): Reached | undefined {
  const [highest] = all;
  if (!highest) return undefined;
  const wide = all[Math.max(leastRays, Math.round(leastWidth / highest.pixelSize)) - 1];
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

/** Returns where a ray that looks down leaves the inside of a field last; undefined if it is never inside. */
function findLeaving(
  eye: readonly [number, number, number],
  ray: Float64Array,
  hull: Volume,
): [number, number, number] | undefined {
  const [dx, dy, dz] = [ray[0]!, ray[1]!, ray[2]!];
  if (!(dz < -1e-3)) return undefined;
  const { step, origin, counts } = hull.grid;
  const ceiling = origin[2] + (counts[2] - 1) * step;
  const end = (eye[2] - step) / -dz;
  const start = (eye[2] - ceiling) / -dz;
  let outside = Number.NaN;
  for (let t = end; t > start; t -= step) {
    const value = sampleVolume(hull, eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz, slopes);
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

/** Returns the quantile of values at a share, from 0 to 1. */
function findQuantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * values.length)]!;
}
