import {
  applyTransform,
  invertTransform,
  type RigidTransform,
  transformPoint,
} from "../geometry/rigid-transform.ts";
import { createVector } from "../geometry/vector.ts";
import { findDeepestPoint } from "./deepest-point.ts";
import { type OutlineRay, type Ray, transformRay } from "./outline-rays.ts";
import {
  addResidual,
  createFieldSample,
  type FieldSample,
  type RigidEquations,
  reverseGradient,
} from "./rigid-equations.ts";
import { type FitScale, findSaturation } from "./robust-loss.ts";
import type { Shape } from "./shape.ts";

/** The shape of a pass and the rays along its outlines. */
export type OutlinedShape = { shape: Shape; rays: readonly OutlineRay[] };

/**
 * The weight of a ray that goes deeper into the hull than along its outline: the hull may be larger
 * than the object, but must not be smaller. Such a ray is also an outlier at half the loss scale.
 */
const deepWeight = 0.15;

/**
 * Returns the mean robust loss of the outlines of each pass against the hull of the other, in
 * square millimeters, after `transform` brought the second pass onto the first: a ray just inside
 * an outline has to touch the hull. Adds the residuals to `equations`.
 */
export function compareOutlines(
  [first, second]: readonly [first: OutlinedShape, second: OutlinedShape],
  transform: RigidTransform,
  { lossScale, stride }: FitScale,
  equations?: RigidEquations,
): number {
  const inverse = invertTransform(transform);
  const pivot = applyTransform(transform, second.shape.centroid);
  const ray: Ray = { origin: createVector(), direction: createVector() };
  const sample = createFieldSample();
  let [loss, count] = [0, 0];
  for (const isSecond of [true, false]) {
    const { rays } = isSecond ? second : first;
    const { field } = (isSecond ? first : second).shape;
    for (let index = 0; index < rays.length; index += stride) {
      const outlineRay = rays[index]!;
      transformRay(isSecond ? transform : inverse, outlineRay, ray);
      const residual = findDeepestPoint(field, ray, 2 * lossScale, sample) - outlineRay.depth;
      const isOutside = residual < 0;
      const saturation = findSaturation(residual, isOutside ? lossScale : lossScale / 2);
      const weight = (isOutside ? 1 : deepWeight) / saturation;
      loss += residual * residual * weight;
      count++;
      if (!equations) continue;
      if (!isSecond) moveToFirst(transform, sample);
      addResidual(equations, residual, weight / saturation, sample, pivot);
    }
  }
  return loss / count;
}

/** Converts a sample of the field of the second pass to the coordinates of the first, in place. */
function moveToFirst(transform: RigidTransform, { point, gradient }: FieldSample): void {
  transformPoint(transform, point[0], point[1], point[2], point);
  reverseGradient(transform.rotation, gradient);
}
