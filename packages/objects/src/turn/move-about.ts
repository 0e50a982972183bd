import { moveTransform } from "../geometry/move-transform.ts";
import { applyTransform, type RigidTransform, rotateVector } from "../geometry/rigid-transform.ts";
import type { Vector } from "../geometry/vector.ts";

/**
 * Returns a transform followed by a small motion: a rotation (axis times angle) about where it
 * brings `pivot`, and a translation in millimeters.
 */
export function moveAbout(
  transform: RigidTransform,
  pivot: Readonly<Vector>,
  motion: Float64Array,
): RigidTransform {
  const { rotation } = transform;
  const moved = moveTransform({ rotation, translation: applyTransform(transform, pivot) }, motion);
  return transformOfPoint(moved.rotation, pivot, moved.translation);
}

/** Returns the transform with a given rotation that brings one point to another. */
export function transformOfPoint(
  rotation: Float64Array,
  from: Readonly<Vector>,
  to: Readonly<Vector>,
): RigidTransform {
  const [x, y, z] = rotateVector(rotation, from);
  return { rotation, translation: [to[0] - x, to[1] - y, to[2] - z] };
}
