import { clipRay } from "../geometry/clip-ray.ts";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import type { Grid } from "../geometry/grid.ts";
import { axes } from "../geometry/vector.ts";
import type { Ray } from "./outline-rays.ts";
import type { FieldSample } from "./rigid-equations.ts";

/**
 * Returns the largest signed distance along a ray through a field, in millimeters: how deep the ray
 * comes into a hull, negative if it misses it. Writes the point and the gradient there into
 * `sample`. The search along the ray ends where it is `maxDepth` deep.
 */
export function findDeepestPoint(
  field: DistanceField,
  ray: Ray,
  maxDepth: number,
  sample: FieldSample,
): number {
  const { step } = field.grid;
  const [minT, maxT] = findRange(field.grid, ray);
  let [deepestT, depth] = [minT, -Infinity];
  for (let t = minT; t <= maxT && depth < maxDepth; ) {
    const value = sampleRay(field, ray, t, sample);
    if (value > depth) [deepestT, depth] = [t, value];
    // Outside, half of the distance to the surface is a safe step.
    t += value < 0 ? Math.max(step, -value / 2) : step;
  }
  for (let width = step / 2; width > step / 10; width /= 2) {
    for (const t of [deepestT - width, deepestT + width]) {
      const value = sampleRay(field, ray, t, sample);
      if (value > depth) [deepestT, depth] = [t, value];
    }
  }
  return sampleRay(field, ray, deepestT, sample);
}

/** Samples a field `t` millimeters along a ray. */
function sampleRay(
  field: DistanceField,
  { origin, direction }: Ray,
  t: number,
  { point, gradient }: FieldSample,
): number {
  point[0] = origin[0] + t * direction[0];
  point[1] = origin[1] + t * direction[1];
  point[2] = origin[2] + t * direction[2];
  return sampleField(field, point[0], point[1], point[2], gradient);
}

/**
 * Returns where a ray enters and leaves a grid, in millimeters along it. A ray that misses the grid
 * is sampled only where it is closest to the center of the grid.
 */
function findRange(grid: Grid, { origin, direction }: Ray): [minT: number, maxT: number] {
  const range = clipRay(origin, direction, grid);
  if (range) return [range.from, range.to];
  let closestT = 0;
  for (const axis of axes) {
    const center = grid.origin[axis] + ((grid.counts[axis] - 1) * grid.step) / 2;
    closestT += (center - origin[axis]) * direction[axis];
  }
  return [closestT, closestT];
}
