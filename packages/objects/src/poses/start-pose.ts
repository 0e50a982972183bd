import type { Camera, Pose } from "../camera/camera.ts";
import { findHomography, type Homography } from "../geometry/homography.ts";
import { readMatrix } from "../geometry/read-matrix.ts";
import { rotationOfColumns } from "../geometry/rigid-transform.ts";
import { cross, type Vector } from "../geometry/vector.ts";
import type { PointPair } from "./point-pairs.ts";

/**
 * Returns the homography from the mat (mm) to pixels relative to `Camera.center`; undefined without
 * four points off a line.
 */
export function findMatHomography(
  pairs: readonly PointPair[],
  [centerX, centerY]: readonly [x: number, y: number],
): Homography | undefined {
  if (pairs.length < 4) return undefined;
  return findHomography(
    pairs.map(({ x, y }) => [x, y]),
    pairs.map(({ column, row }) => [column - centerX, row - centerY]),
  );
}

/**
 * Returns the focal length, in pixels, that fits the homographies of several views best; undefined
 * if they do not determine it, as when all cameras look straight down. Pixels are square (Zhang, A
 * Flexible New Technique for Camera Calibration, 2000).
 */
export function findFocal(homographies: readonly Homography[]): number | undefined {
  let [products, squares] = [0, 0];
  for (const homography of homographies) {
    const [a, b, , d, e, , g, h] = readMatrix(homography);
    const size = Math.hypot(a, b, d, e);
    // Each equation is linear in 1 / focal²; least squares over all views solve them.
    const addEquation = (withFocal: number, without: number) => {
      products += (withFocal * without) / size ** 3;
      squares += withFocal ** 2 / size ** 4;
    };
    // The images of the two axes of the mat are at right angles, and equally long.
    addEquation(a * b + d * e, g * h * size);
    addEquation((a ** 2 + d ** 2 - b ** 2 - e ** 2) / 2, ((g ** 2 - h ** 2) / 2) * size);
  }
  const inverse = -products / squares;
  return inverse > 0 ? 1 / Math.sqrt(inverse) : undefined;
}

/** Returns the pose at which a camera without distortion sees the mat as a homography says. */
export function poseFromHomography(homography: Homography, { focal }: Camera): Pose {
  const [a, b, c, d, e, f, g, h, i] = readMatrix(homography);
  // The images of the axes and of the origin of the mat, up to a common factor.
  const x: Vector = [a / focal, d / focal, g];
  const y: Vector = [b / focal, e / focal, h];
  const origin: Vector = [c / focal, f / focal, i];
  const sign = origin[2] > 0 ? 1 : -1;
  const scale = (2 * sign) / (Math.hypot(...x) + Math.hypot(...y));
  const right = normalize(times(x, scale));
  const scaledY = times(y, scale);
  const along = dot(right, scaledY);
  // Gram and Schmidt: noise leaves the two axes not quite at right angles.
  const up = normalize([
    scaledY[0] - along * right[0],
    scaledY[1] - along * right[1],
    scaledY[2] - along * right[2],
  ]);
  const out = cross(right, up);
  return { rotation: rotationOfColumns(right, up, out), translation: times(origin, scale) };
}

const times = ([x, y, z]: Vector, factor: number): Vector => [x * factor, y * factor, z * factor];
const normalize = (vector: Vector) => times(vector, 1 / Math.hypot(...vector));
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
