import type { Camera, Pose } from "../camera/camera.ts";
import { readMatrix } from "../geometry/read-matrix.ts";
import type { Vector } from "../geometry/vector.ts";
import type { PointPair } from "./point-pairs.ts";

/** The parameters of a camera: focal length, center (column, row), coefficients of distortion. */
export const cameraSize = 5;
/** The parameters of a change of a pose: rotation vector, translation. */
export const poseSize = 6;

/**
 * The plane of the mat in front of a camera: its origin and its unit axes in camera coordinates.
 */
type PlaneView = { camera: Camera; origin: Vector; xAxis: Vector; yAxis: Vector };

/** Prepares a camera at a pose for many points of the mat. */
export function createPlaneView(camera: Camera, { rotation, translation }: Pose): PlaneView {
  const [a, b, , d, e, , g, h] = readMatrix(rotation);
  return { camera, origin: translation, xAxis: [a, d, g], yAxis: [b, e, h] };
}

/** Returns the depth of a point of the mat along the optical axis, in millimeters. */
export const findDepth = ({ origin, xAxis, yAxis }: PlaneView, { x, y }: PointPair): number =>
  xAxis[2] * x + yAxis[2] * y + origin[2];

/**
 * Returns the reprojection error of a point: the distance between its projection and the place
 * where it was found, in pixels. It is infinite if the point is behind the camera.
 */
export function findReprojectionError(view: PlaneView, pair: PointPair): number {
  const { camera, origin, xAxis, yAxis } = view;
  const { x, y, column, row } = pair;
  const depth = findDepth(view, pair);
  if (!(depth > 0)) return Infinity;
  const u = (xAxis[0] * x + yAxis[0] * y + origin[0]) / depth;
  const v = (xAxis[1] * x + yAxis[1] * y + origin[1]) / depth;
  const square = u * u + v * v;
  const factor =
    camera.focal * (1 + square * (camera.distortion[0] + camera.distortion[1] * square));
  return Math.hypot(camera.center[0] + factor * u - column, camera.center[1] + factor * v - row);
}

/**
 * The residual of a column or a row, in pixels, and its gradient: the derivatives with respect to
 * the parameters of the camera and of a change of the pose.
 */
type Residual = { value: number; byCamera: Float64Array; byPose: Float64Array };

/** Two rows of the Jacobian, with their residuals: those of one point. */
export type PointJacobian = { column: Residual; row: Residual };

const createResidual = (): Residual => ({
  value: 0,
  byCamera: new Float64Array(cameraSize),
  byPose: new Float64Array(poseSize),
});

export const createPointJacobian = (): PointJacobian => ({
  column: createResidual(),
  row: createResidual(),
});

/** Writes the residuals of a point and their gradients into `out`. */
export function differentiate(
  { camera, origin, xAxis, yAxis }: PlaneView,
  { x, y, column, row }: PointPair,
  out: PointJacobian,
): void {
  const { focal, center, distortion } = camera;
  // The pose rotates the point about the camera center on this lever arm, before it translates it.
  const armX = xAxis[0] * x + yAxis[0] * y;
  const armY = xAxis[1] * x + yAxis[1] * y;
  const armZ = xAxis[2] * x + yAxis[2] * y;
  const depth = armZ + origin[2];
  const u = (armX + origin[0]) / depth;
  const v = (armY + origin[1]) / depth;
  const square = u * u + v * v;
  const factor = 1 + square * (distortion[0] + distortion[1] * square);
  // The derivative of the factor with respect to u is this times u, and likewise for v.
  const slope = 2 * (distortion[0] + 2 * distortion[1] * square);
  out.column.value = center[0] + focal * factor * u - column;
  out.row.value = center[1] + focal * factor * v - row;
  writeCameraGradient(out.column.byCamera, [factor * u, 1, 0], focal * u * square, square);
  writeCameraGradient(out.row.byCamera, [factor * v, 0, 1], focal * v * square, square);
  const columnByU = focal * (factor + slope * u * u);
  const columnByV = focal * slope * u * v;
  const rowByV = focal * (factor + slope * v * v);
  const arm: Vector = [armX, armY, armZ];
  writePoseGradient(out.column.byPose, arm, [
    columnByU / depth,
    columnByV / depth,
    -(columnByU * u + columnByV * v) / depth,
  ]);
  writePoseGradient(out.row.byPose, arm, [
    columnByV / depth,
    rowByV / depth,
    -(columnByV * u + rowByV * v) / depth,
  ]);
}

/**
 * Writes the derivatives with respect to the focal length, the center and the coefficients of
 * distortion.
 */
function writeCameraGradient(
  out: Float64Array,
  [byFocal, byCenterX, byCenterY]: Vector,
  byFirstCoefficient: number,
  square: number,
): void {
  out[0] = byFocal;
  out[1] = byCenterX;
  out[2] = byCenterY;
  out[3] = byFirstCoefficient;
  out[4] = byFirstCoefficient * square;
}

/**
 * Writes the derivatives with respect to a rotation and a translation from those with respect to
 * the coordinates of the point. The rotation vector w moves the point by w × arm, so its gradient
 * is arm × [x, y, z].
 */
function writePoseGradient(out: Float64Array, arm: Vector, [x, y, z]: Vector): void {
  out[0] = arm[1] * z - arm[2] * y;
  out[1] = arm[2] * x - arm[0] * z;
  out[2] = arm[0] * y - arm[1] * x;
  out[3] = x;
  out[4] = y;
  out[5] = z;
}
