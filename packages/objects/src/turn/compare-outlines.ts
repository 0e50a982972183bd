import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import {
  invertTransform,
  type RigidTransform,
  transformPoint,
} from "../geometry/rigid-transform.ts";
import { isBesideUnknown, type Silhouette } from "../silhouette/silhouette.ts";
import { addEquation, type Equations } from "./levenberg-marquardt.ts";
import type { Shape } from "./shape.ts";

/**
 * Rays of a pass just inside its outlines: seven numbers each, for eye, direction and how far
 * inside, in millimeters.
 */
type OutlineRays = Float64Array;

/** How many rays stand for an outline. */
const raysOfView = 60;

/** Returns rays along the outlines of a pass. */
export function castOutlines(
  silhouettes: readonly Silhouette[],
  middle: Shape["middle"],
): OutlineRays {
  const rays: number[] = [];
  const ray = new Float64Array(3);
  const place = new Float64Array(3);
  for (const silhouette of silhouettes) {
    const { distances, width, left, top, scale, camera } = silhouette;
    const { eye, project, castRay } = createViewRays(silhouette);
    const rim: number[] = [];
    for (const [at, distance] of distances.entries()) {
      if (distance > 0 && distance <= 1 && !isBesideUnknown(silhouette, at)) rim.push(at);
    }
    project(...middle, place);
    const pixel = (scale * place[2]!) / camera.focal;
    const stride = Math.max(1, rim.length / raysOfView);
    for (let index = 0; index < rim.length; index += stride) {
      const at = rim[Math.floor(index)]!;
      const column = toPicturePixel(at % width, left, scale);
      const row = toPicturePixel(Math.floor(at / width), top, scale);
      castRay(column, row, ray);
      rays.push(...eye, ray[0]!, ray[1]!, ray[2]!, distances[at]! * pixel);
    }
  }
  return Float64Array.from(rays);
}

/**
 * A ray that goes through the hull deeper than along its outline counts little: the hull may be
 * larger than the object.
 */
const slack = 0.15;

/**
 * Returns how far the outlines of each pass are off the hull of the other, as the mean square in
 * millimeters: a ray just inside an outline has to touch it. Distances much over `reach`
 * millimeters hardly count more than it. `stride` says how many rays stand for one.
 */
export function compareOutlines(
  [first, firstRays]: readonly [Shape, OutlineRays],
  [second, secondRays]: readonly [Shape, OutlineRays],
  turn: RigidTransform,
  reach: number,
  stride: number,
  equations?: Equations,
): number {
  const back = invertTransform(turn);
  const middle = new Float64Array(3);
  transformPoint(turn, ...second.middle, middle);
  let [cost, count] = [0, 0];
  for (const isSecond of [true, false]) {
    const rays = isSecond ? secondRays : firstRays;
    const way = isSecond ? turn : back;
    const { field } = isSecond ? first : second;
    for (let at = 0; at < rays.length; at += 7 * stride) {
      count++;
      transformPoint(way, rays[at]!, rays[at + 1]!, rays[at + 2]!, eye);
      turnDirection(way, rays, at + 3, direction);
      const deepest = findDeepest(field, reach);
      const rest = deepest - rays[at + 6]!;
      const scale = rest < 0 ? reach : reach / 2;
      const share = (rest < 0 ? 1 : slack) / (1 + (rest / scale) ** 2);
      cost += rest * rest * share;
      if (!equations) continue;
      if (isSecond) {
        for (let axis = 0; axis < 3; axis++) arm[axis] = place[axis]! - middle[axis]!;
      } else {
        transformPoint(turn, place[0]!, place[1]!, place[2]!, arm);
        for (let axis = 0; axis < 3; axis++) arm[axis]! -= middle[axis]!;
        turnDirection(turn, slopes, 0, slopes);
        for (let axis = 0; axis < 3; axis++) slopes[axis] = -slopes[axis]!;
      }
      const weight = share / (1 + (rest / scale) ** 2);
      addEquation(equations, weight, rest, slopes, arm);
    }
  }
  return cost / count;
}

const eye = new Float64Array(3);
const direction = new Float64Array(3);
const place = new Float64Array(3);
const slopes = new Float64Array(3);
const arm = new Float64Array(3);

function turnDirection(
  { rotation }: RigidTransform,
  from: ArrayLike<number>,
  at: number,
  out: Float64Array,
): void {
  const [x, y, z] = [from[at]!, from[at + 1]!, from[at + 2]!];
  for (let row = 0; row < 3; row++) {
    out[row] = rotation[3 * row]! * x + rotation[3 * row + 1]! * y + rotation[3 * row + 2]! * z;
  }
}

/**
 * Returns how deep the ray from `eye` along `direction` comes into a hull, negative if it misses
 * it, and leaves the place in `place` and the slope there in `slopes`. Deeper than twice `enough`
 * is not looked for.
 */
function findDeepest(field: DistanceField, enough: number): number {
  const { origin, step, counts } = field.grid;
  let [from, to] = [0, Infinity];
  for (let axis = 0 as 0 | 1 | 2; axis < 3; axis++) {
    const low = (origin[axis] - eye[axis]!) / direction[axis]!;
    const high = (origin[axis] + (counts[axis] - 1) * step - eye[axis]!) / direction[axis]!;
    if (Number.isNaN(low) || Number.isNaN(high)) continue;
    from = Math.max(from, Math.min(low, high));
    to = Math.min(to, Math.max(low, high));
  }
  if (!(from < to)) [from, to] = findNearest(field);
  const sample = (t: number) => {
    for (let axis = 0; axis < 3; axis++) place[axis] = eye[axis]! + t * direction[axis]!;
    return sampleField(field, place[0]!, place[1]!, place[2]!, slopes);
  };
  let [best, deepest] = [from, -Infinity];
  for (let t = from; t <= to && deepest < 2 * enough; ) {
    const value = sample(t);
    if (value > deepest) [best, deepest] = [t, value];
    t += value < 0 ? Math.max(step, -value / 2) : step;
  }
  for (let width = step / 2; width > step / 10; width /= 2) {
    for (const t of [best - width, best + width]) {
      const value = sample(t);
      if (value > deepest) [best, deepest] = [t, value];
    }
  }
  return sample(best);
}

/** Returns the place along a ray that misses a grid at which it comes closest to its middle. */
function findNearest({ grid: { origin, step, counts } }: DistanceField): [number, number] {
  let along = 0;
  for (let axis = 0 as 0 | 1 | 2; axis < 3; axis++) {
    along += (origin[axis] + ((counts[axis] - 1) * step) / 2 - eye[axis]!) * direction[axis]!;
  }
  return [along, along];
}
