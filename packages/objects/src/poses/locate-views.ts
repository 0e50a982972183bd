import type { Camera, Pose } from "../camera/camera.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";
import { type Adjusted, adjust, type Sighting } from "./adjust.ts";
import { guessCamera, type LocatedView, minMarkers, type ViewProblem } from "./locate-view.ts";
import { findMiddleOff } from "./middle-off.ts";
import { type Points, pairPoints } from "./points.ts";
import { findOff } from "./project.ts";
import { findFocal, findMatMap, poseFromMap } from "./start-pose.ts";

/** The markers of a picture, as `findMarkers` returns them. */
export type MarkedPicture = { width: number; height: number; markers: readonly FoundMarker[] };

export type LocateProblem = "mat-not-seen" | "too-few-pictures" | "same-direction" | "mat-not-flat";

/**
 * How far the corners of check markers, which no fit has seen, are off where they should be (root
 * mean square).
 */
export type CheckError = { pixels: number; millimeters: number; corners: number };

export type LocateResult =
  | {
      ok: true;
      camera: Camera;
      /** How far the focal length may be off (one standard deviation), over the focal length. */
      focalError: number;
      /** One for each picture, in their order. */
      views: LocatedView[];
      /** Undefined if no check marker is seen. */
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: LocateProblem };

/** The fewest pictures of the mat that tell the focal length. */
export const minPictures = 3;

/**
 * More than this relative error of the focal length comes from pictures that all look the same way.
 */
const maxFocalError = 0.02;

/**
 * Finds the camera, with its distortion, and a pose for each picture from the markers on the mat.
 * All pictures that have the most frequent size are taken to be from one camera. Check markers are
 * left out, and tell the error.
 */
export function locateViews(pictures: readonly MarkedPicture[], mat: Mat): LocateResult {
  if (pictures.every(({ markers }) => markers.length === 0)) {
    return { ok: false, problem: "mat-not-seen" };
  }
  const { width, height } = findSize(pictures);
  const guess = guessCamera(width, height);
  const seen = pictures.map((picture) => findStart(picture, guess, mat));
  const usable = seen.flatMap((start) => (start.ok ? [start] : []));
  if (usable.length < minPictures) return { ok: false, problem: "too-few-pictures" };
  const focal = findFocal(usable.map(({ map }) => map)) ?? guess.focal;
  const start = { ...guess, focal: Math.min(4 * width, Math.max(width / 4, focal)) };
  const sightings = usable.map(({ map, points }) => ({ pose: poseFromMap(map, start), points }));
  const flat = bundle(start, sightings);
  if (!flat) return { ok: false, problem: "mat-not-flat" };
  const { camera, focalError } = flat;
  if (!(focalError < maxFocalError)) return { ok: false, problem: "same-direction" };
  const found = new Map(usable.map(({ points }, index) => [points, flat.poses[index]!]));
  const views = seen.map((view): LocatedView => {
    if (!view.ok) return view;
    const pose = found.get(view.points)!;
    const error = findMiddleOff(camera, pose, view.points);
    if (!isFlat(camera, error)) return { ok: false, problem: "mat-not-flat" };
    return { ok: true, pose, error };
  });
  const checkError = findCheckError(pictures, views, camera, mat);
  return { ok: true, camera, focalError, views, checkError };
}

/** Returns the size that most pictures have. */
function findSize(pictures: readonly MarkedPicture[]): { width: number; height: number } {
  const count = ({ width, height }: MarkedPicture) =>
    pictures.filter((other) => other.width === width && other.height === height).length;
  return pictures.reduce((best, picture) => (count(picture) > count(best) ? picture : best));
}

type Start = { ok: true; points: Points; map: Float64Array } | { ok: false; problem: ViewProblem };

function findStart({ width, height, markers }: MarkedPicture, guess: Camera, mat: Mat): Start {
  if (width !== guess.width || height !== guess.height) return { ok: false, problem: "other-size" };
  if (markers.length === 0) return { ok: false, problem: "mat-not-seen" };
  const exact = markers.filter(({ subpixel }) => subpixel);
  const points = pairPoints(exact, mat, false);
  const map = points.length < 16 * minMarkers ? undefined : findMatMap(points, guess.center);
  return map ? { ok: true, points, map } : { ok: false, problem: "too-few-markers" };
}

/** A mat that lies flat is seen within 0.3 % of the width of a picture. */
const isFlat = ({ width }: Camera, error: number) => error < 0.003 * width;

/** Fits all, first loosely, then tightly with the views that fit; undefined if most do not. */
function bundle(start: Camera, sightings: readonly Sighting[]): Adjusted | undefined {
  const loose = adjust(start, sightings, { reach: start.width / 100 });
  const errors = sightings.map(({ points }, index) =>
    findMiddleOff(loose.camera, loose.poses[index]!, points),
  );
  const fitting = errors.map((error) => isFlat(loose.camera, error));
  const count = fitting.filter(Boolean).length;
  if (count < minPictures || count < sightings.length / 2) return undefined;
  const reach = Math.max(0.1, 2 * [...errors].sort((a, b) => a - b)[errors.length >> 1]!);
  const moved = sightings.map(({ points }, index) => ({ points, pose: loose.poses[index]! }));
  const { camera, focalError } = adjust(
    loose.camera,
    moved.filter((_, index) => fitting[index]),
    { reach },
  );
  const { poses } = adjust(camera, moved, { reach, keepCamera: true });
  return { camera, poses, focalError };
}

/**
 * Corners that are farther off than four times their median are of markers that are half hidden.
 */
function findCheckError(
  pictures: readonly MarkedPicture[],
  views: readonly LocatedView[],
  camera: Camera,
  mat: Mat,
): CheckError | undefined {
  const offs: { pixels: number; millimeters: number }[] = [];
  for (const [index, view] of views.entries()) {
    if (!view.ok) continue;
    const exact = pictures[index]!.markers.filter(({ subpixel }) => subpixel);
    const points = pairPoints(exact, mat, true);
    for (let at = 0; at < points.length; at += 4) {
      const pixels = findOff(camera, view.pose, points, at);
      const depth = findDepth(view.pose, points[at]!, points[at + 1]!);
      offs.push({ pixels, millimeters: (pixels * depth) / camera.focal });
    }
  }
  if (offs.length === 0) return undefined;
  offs.sort((a, b) => a.pixels - b.pixels);
  const limit = 4 * offs[offs.length >> 1]!.pixels;
  const kept = offs.filter(({ pixels }) => pixels <= limit);
  const square = (key: "pixels" | "millimeters") =>
    Math.sqrt(kept.reduce((sum, off) => sum + off[key] ** 2, 0) / kept.length);
  return { pixels: square("pixels"), millimeters: square("millimeters"), corners: kept.length };
}

const findDepth = ({ rotation, translation }: Pose, x: number, y: number) =>
  rotation[6]! * x + rotation[7]! * y + translation[2];
