import type { Pose } from "../camera/camera.ts";
import { composeTransforms } from "../geometry/rigid-transform.ts";

type Vector = [x: number, y: number, z: number];
type PoseChange = [...rotation: Vector, ...translation: Vector];

/**
 * Returns a pose after a change along and about the axes of the camera, six numbers: a rotation
 * vector (axis times angle), and a translation. The rotation leaves the translation of the pose.
 */
export function movePose(pose: Pose, change: ArrayLike<number>): Pose {
  const [rx, ry, rz, dx, dy, dz] = Array.from(change) as PoseChange;
  const [x, y, z] = pose.translation;
  const turn: Pose = { rotation: toRotation([rx, ry, rz]), translation: [0, 0, 0] };
  return {
    rotation: composeTransforms(turn, pose).rotation,
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
