import type { Camera, Pose } from "../camera/camera.ts";
import { findHomography, type Homography, type Point } from "../geometry/homography.ts";
import type { Points } from "./points.ts";

/**
 * Returns the projective map from the mat to pixels from the center of the camera; undefined
 * without four points off a line.
 */
export function findMatMap(
  points: Points,
  center: readonly [x: number, y: number],
): Homography | undefined {
  const from: Point[] = [];
  const to: Point[] = [];
  for (let at = 0; at < points.length; at += 4) {
    from.push([points[at]!, points[at + 1]!]);
    to.push([points[at + 2]! - center[0], points[at + 3]! - center[1]]);
  }
  return from.length < 4 ? undefined : findHomography(from, to);
}

/**
 * Returns the focal length that fits maps of several views best, or undefined if they tell nothing
 * about it, as when all look straight down. Pixels are square (Zhang, A Flexible New Technique for
 * Camera Calibration, 2000).
 */
export function findFocal(maps: readonly Homography[]): number | undefined {
  let [products, squares] = [0, 0];
  for (const map of maps) {
    const [a, b, , d, e, , g, h] = map as unknown as number[];
    const size = Math.hypot(a!, b!, d!, e!);
    const add = (withFocal: number, without: number) => {
      products += (withFocal * without) / size ** 3;
      squares += withFocal ** 2 / size ** 4;
    };
    add(a! * b! + d! * e!, g! * h! * size);
    add((a! ** 2 + d! ** 2 - b! ** 2 - e! ** 2) / 2, ((g! ** 2 - h! ** 2) / 2) * size);
  }
  const inverse = -products / squares;
  return inverse > 0 ? 1 / Math.sqrt(inverse) : undefined;
}

/** Returns the pose at which a camera without distortion sees the mat as a map says. */
export function poseFromMap(map: Homography, { focal }: Camera): Pose {
  const columns = [0, 1, 2].map((column) => [
    map[column]! / focal,
    map[3 + column]! / focal,
    map[6 + column]!,
  ]) as [Vector, Vector, Vector];
  const [x, y, t] = columns;
  const sign = t[2] > 0 ? 1 : -1;
  const scale = (2 * sign) / (Math.hypot(...x) + Math.hypot(...y));
  const right = unit(times(x, scale));
  const along = dot(right, times(y, scale));
  const up = unit(y.map((value, axis) => value * scale - along * right[axis]!) as Vector);
  const out = [
    right[1] * up[2] - right[2] * up[1],
    right[2] * up[0] - right[0] * up[2],
    right[0] * up[1] - right[1] * up[0],
  ];
  return {
    rotation: Float64Array.from([0, 1, 2].flatMap((row) => [right[row]!, up[row]!, out[row]!])),
    translation: times(t, scale),
  };
}

type Vector = [x: number, y: number, z: number];

const times = (vector: Vector, factor: number) => vector.map((value) => value * factor) as Vector;
const unit = (vector: Vector) => times(vector, 1 / Math.hypot(...vector));
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
