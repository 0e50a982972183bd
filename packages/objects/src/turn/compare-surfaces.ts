import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import {
  applyTransform,
  type RigidTransform,
  transformPoint,
  transformPointBack,
} from "../geometry/rigid-transform.ts";
import type { Vector } from "../geometry/vector.ts";
import {
  addResidual,
  createFieldSample,
  type FieldSample,
  type RigidEquations,
  reverseGradient,
} from "./rigid-equations.ts";
import { type FitScale, findSaturation } from "./robust-loss.ts";
import type { ShapePair } from "./shape.ts";

/**
 * Returns the mean robust loss of the distances of each pass's points from the surface of the
 * other, in square millimeters, after `transform` brought the second pass onto the first. Adds the
 * residuals to `equations`.
 */
export function compareSurfaces(
  [first, second]: ShapePair,
  transform: RigidTransform,
  { lossScale, stride }: FitScale,
  equations?: RigidEquations,
): number {
  const pivot = applyTransform(transform, second.centroid);
  const sample = createFieldSample();
  let [loss, count] = [0, 0];
  for (const isSecond of [true, false]) {
    const { points } = isSecond ? second : first;
    for (let index = 0; index < points.length; index += stride) {
      const point = points[index]!;
      const residual = isSecond
        ? sampleFirst(first.extendedField, transform, point, sample)
        : sampleSecond(second.extendedField, transform, point, sample);
      const inlierWeight = 1 / findSaturation(residual, lossScale);
      loss += residual * residual * inlierWeight;
      count++;
      if (!equations) continue;
      addResidual(equations, residual, inlierWeight * inlierWeight, sample, pivot);
    }
  }
  return loss / count;
}

/** Samples the field of the first pass at a point of the second. */
function sampleFirst(
  field: DistanceField,
  transform: RigidTransform,
  secondPoint: Readonly<Vector>,
  { point, gradient }: FieldSample,
): number {
  transformPoint(transform, secondPoint[0], secondPoint[1], secondPoint[2], point);
  return sampleField(field, point[0], point[1], point[2], gradient);
}

/** Samples the field of the second pass at a point of the first. */
function sampleSecond(
  field: DistanceField,
  transform: RigidTransform,
  firstPoint: Readonly<Vector>,
  { point, gradient }: FieldSample,
): number {
  transformPointBack(transform, firstPoint[0], firstPoint[1], firstPoint[2], point);
  const value = sampleField(field, point[0], point[1], point[2], gradient);
  reverseGradient(transform.rotation, gradient);
  point[0] = firstPoint[0];
  point[1] = firstPoint[1];
  point[2] = firstPoint[2];
  return value;
}
