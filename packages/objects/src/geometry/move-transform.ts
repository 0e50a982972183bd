import { composeTransforms, type RigidTransform } from "./rigid-transform.ts";
import type { Vector } from "./vector.ts";

type Motion = [...rotation: Vector, ...translation: Vector];

/**
 * Returns a transform followed by a motion of six numbers: a rotation vector (axis times angle) and
 * a translation in millimeters. The rotation leaves the translation of the transform.
 */
export function moveTransform(
  transform: RigidTransform,
  motion: ArrayLike<number>,
): RigidTransform {
  const [rx, ry, rz, dx, dy, dz] = Array.from(motion) as Motion;
  const [x, y, z] = transform.translation;
  const turn: RigidTransform = { rotation: toRotation([rx, ry, rz]), translation: [0, 0, 0] };
  return {
    rotation: composeTransforms(turn, transform).rotation,
    translation: [x + dx, y + dy, z + dz],
  };
}

/** Returns the rotation matrix of a rotation vector (formula of Rodrigues). */
function toRotation(vector: Vector): Float64Array {
  const angle = Math.hypot(...vector);
  if (!(angle > 1e-12)) return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const [x, y, z] = [vector[0] / angle, vector[1] / angle, vector[2] / angle];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const versine = 1 - cos;
  return Float64Array.of(
    cos + x * x * versine,
    x * y * versine - z * sin,
    x * z * versine + y * sin,
    y * x * versine + z * sin,
    cos + y * y * versine,
    y * z * versine - x * sin,
    z * x * versine - y * sin,
    z * y * versine + x * sin,
    cos + z * z * versine,
  );
}
