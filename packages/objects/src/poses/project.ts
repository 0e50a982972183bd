import type { Camera, Pose } from "../camera/camera.ts";
import type { Points } from "./points.ts";

/**
 * How many numbers a camera and a pose can be changed by: focal length, center, distortion; turn
 * about each axis, way along each.
 */
export const cameraSize = 5;
export const poseSize = 6;
const size = cameraSize + poseSize;

/**
 * How a picture of a point changes with camera and pose: how far off column and row are, and their
 * derivatives.
 */
type Slopes = {
  offX: number;
  offY: number;
  /** Five for the camera, then six for the pose; `y` likewise. */
  x: Float64Array;
  y: Float64Array;
};

export const createSlopes = (): Slopes => ({
  offX: 0,
  offY: 0,
  x: new Float64Array(size),
  y: new Float64Array(size),
});

/**
 * Returns how far a point is off where it was found, in pixels; infinite if it is behind the
 * camera.
 */
export function findOff(camera: Camera, pose: Pose, points: Points, at: number): number {
  const { rotation, translation } = pose;
  const [x, y] = [points[at]!, points[at + 1]!];
  const depth = rotation[6]! * x + rotation[7]! * y + translation[2];
  if (!(depth > 0)) return Infinity;
  const u = (rotation[0]! * x + rotation[1]! * y + translation[0]) / depth;
  const v = (rotation[3]! * x + rotation[4]! * y + translation[1]) / depth;
  const square = u * u + v * v;
  const factor =
    camera.focal * (1 + square * (camera.distortion[0] + camera.distortion[1] * square));
  return Math.hypot(
    camera.center[0] + factor * u - points[at + 2]!,
    camera.center[1] + factor * v - points[at + 3]!,
  );
}

/** Writes the slopes of the point at an index into `out`. */
export function findSlopes(
  camera: Camera,
  { rotation, translation }: Pose,
  points: Points,
  at: number,
  out: Slopes,
): void {
  const { focal, center, distortion } = camera;
  const [x, y] = [points[at]!, points[at + 1]!];
  // The point turned, and moved as well.
  const a = rotation[0]! * x + rotation[1]! * y;
  const b = rotation[3]! * x + rotation[4]! * y;
  const c = rotation[6]! * x + rotation[7]! * y;
  const depth = c + translation[2];
  const u = (a + translation[0]) / depth;
  const v = (b + translation[1]) / depth;
  const square = u * u + v * v;
  const factor = 1 + square * (distortion[0] + distortion[1] * square);
  const slope = 2 * (distortion[0] + 2 * distortion[1] * square);
  out.offX = center[0] + focal * factor * u - points[at + 2]!;
  out.offY = center[1] + focal * factor * v - points[at + 3]!;
  out.x.set([factor * u, 1, 0, focal * u * square, focal * u * square * square]);
  out.y.set([factor * v, 0, 1, focal * v * square, focal * v * square * square]);
  const [xu, xv] = [focal * (factor + slope * u * u), focal * slope * u * v];
  const yv = focal * (factor + slope * v * v);
  writePose(out.x, xu / depth, xv / depth, -(xu * u + xv * v) / depth, a, b, c);
  writePose(out.y, xv / depth, yv / depth, -(xv * u + yv * v) / depth, a, b, c);
}

/**
 * Writes the slopes of a pose from those along the three axes. A turn by w moves a point p by w ×
 * p.
 */
function writePose(
  out: Float64Array,
  x: number,
  y: number,
  z: number,
  a: number,
  b: number,
  c: number,
): void {
  out[cameraSize] = z * b - y * c;
  out[cameraSize + 1] = x * c - z * a;
  out[cameraSize + 2] = y * a - x * b;
  out[cameraSize + 3] = x;
  out[cameraSize + 4] = y;
  out[cameraSize + 5] = z;
}
