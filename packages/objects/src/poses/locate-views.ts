import type { Camera } from "../camera/camera.ts";
import type { Homography } from "../geometry/homography.ts";
import { median } from "../geometry/median.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";
import { type Adjusted, adjustBundle, type PosedPicture } from "./bundle-adjustment.ts";
import { guessCamera, type LocatedView, minMarkers, type ViewProblem } from "./locate-view.ts";
import { type PointPair, pairCorners } from "./point-pairs.ts";
import { createPlaneView, findDepth, findReprojectionError } from "./projection.ts";
import { findMedianError } from "./reprojection-error.ts";
import { findFocal, findMatHomography, poseFromHomography } from "./start-pose.ts";

/** The markers of a picture, as `findMarkers` returns them. */
export type MarkedPicture = { width: number; height: number; markers: readonly FoundMarker[] };

export type LocateProblem = "mat-not-seen" | "too-few-pictures" | "same-direction" | "mat-not-flat";

/**
 * The reprojection error of the corners of check markers, which are kept out of the fit: the root
 * mean square, in pixels and in millimeters at the distance of the corners. Corners with more than
 * four times the median error are left out, because their markers are half hidden. `corners` is the
 * number of the others.
 */
export type CheckError = { pixels: number; millimeters: number; corners: number };

export type LocateResult =
  | {
      ok: true;
      camera: Camera;
      /** The standard deviation of the focal length, over the focal length. */
      focalError: number;
      /** One for each picture, in their order. */
      views: LocatedView[];
      /** Undefined if no check marker is seen. */
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: LocateProblem };

/**
 * The minimum number of pictures that determine a camera: each homography gives two equations
 * (Zhang).
 */
export const minPictures = 3;

/**
 * The largest relative error of the focal length. It is larger where all cameras look in the same
 * direction.
 */
const maxFocalError = 0.02;

/** The limits of the focal length that homographies may start with, over the width. */
const minStartFocal = 1 / 4;
const maxStartFocal = 4;

/** The largest median reprojection error of a mat that lies flat, over the width. */
const maxFlatError = 0.003;

/**
 * The scale of the Cauchy loss in pixels: wide while the distortion is unknown. Then it is twice
 * the median error of the views, and at least 0.1, which is the noise of corners.
 */
const findWideLossScale = ({ width }: Camera) => width / 100;
const minLossScale = 0.1;

/**
 * Finds the camera, with its distortion, and a pose for each picture from the markers on the mat.
 * All pictures that have the most frequent size are taken to be from one camera. Check markers are
 * kept out of the fit, and give its error.
 */
export function locateViews(pictures: readonly MarkedPicture[], mat: Mat): LocateResult {
  if (pictures.every(({ markers }) => markers.length === 0)) {
    return { ok: false, problem: "mat-not-seen" };
  }
  const { width, height } = findSize(pictures);
  const guess = guessCamera(width, height);
  const starts = pictures.map((picture) => findStart(picture, guess, mat));
  const usable = starts.filter((start) => start.ok);
  if (usable.length < minPictures) return { ok: false, problem: "too-few-pictures" };
  const focal = findFocal(usable.map(({ homography }) => homography)) ?? guess.focal;
  const camera = {
    ...guess,
    focal: Math.min(maxStartFocal * width, Math.max(minStartFocal * width, focal)),
  };
  const adjusted = adjustTwice(
    camera,
    usable.map(({ homography, pairs }) => ({
      pose: poseFromHomography(homography, camera),
      pairs,
    })),
  );
  if (!adjusted) return { ok: false, problem: "mat-not-flat" };
  if (!(adjusted.focalError < maxFocalError)) return { ok: false, problem: "same-direction" };
  const views = starts.map((start) => judgeView(start, adjusted));
  const checkError = findCheckError(pictures, views, adjusted.camera, mat);
  return { ok: true, camera: adjusted.camera, focalError: adjusted.focalError, views, checkError };
}

/** Returns the size that most pictures have. */
function findSize(pictures: readonly MarkedPicture[]): { width: number; height: number } {
  const count = ({ width, height }: MarkedPicture) =>
    pictures.filter((other) => other.width === width && other.height === height).length;
  return pictures.reduce((best, picture) => (count(picture) > count(best) ? picture : best));
}

/** The corners in a picture, and the homography from the mat to it. */
type Start =
  | { ok: true; pairs: PointPair[]; homography: Homography }
  | { ok: false; problem: ViewProblem };

function findStart({ width, height, markers }: MarkedPicture, guess: Camera, mat: Mat): Start {
  if (width !== guess.width || height !== guess.height) return { ok: false, problem: "other-size" };
  if (markers.length === 0) return { ok: false, problem: "mat-not-seen" };
  const pairs = pairCorners(markers.filter(isExact), mat, false);
  const homography =
    pairs.length < 4 * minMarkers ? undefined : findMatHomography(pairs, guess.center);
  return homography ? { ok: true, pairs, homography } : { ok: false, problem: "too-few-markers" };
}

const isExact = ({ subpixel }: FoundMarker) => subpixel;

const isFlat = ({ width }: Camera, error: number) => error < maxFlatError * width;

/**
 * Adjusts camera and poses with a wide loss, then with a narrow one and only the pictures whose mat
 * is flat. Returns undefined if the mat is not flat in most of them.
 */
function adjustTwice(start: Camera, pictures: readonly PosedPicture[]): Adjusted | undefined {
  const wide = adjustBundle(start, pictures, { lossScale: findWideLossScale(start) });
  const judged = wide.pictures.map((picture) => ({
    picture,
    error: findMedianError(wide.camera, picture.pose, picture.pairs),
  }));
  const flat = judged.filter(({ error }) => isFlat(wide.camera, error));
  if (flat.length < minPictures || flat.length < judged.length / 2) return undefined;
  const lossScale = Math.max(minLossScale, 2 * median(judged.map(({ error }) => error)));
  const { camera, focalError } = adjustBundle(
    wide.camera,
    flat.map(({ picture }) => picture),
    { lossScale },
  );
  const all = adjustBundle(camera, wide.pictures, { lossScale, keepCamera: true });
  return { camera, pictures: all.pictures, focalError };
}

/** Returns the adjusted pose of a picture, or why it has none. */
function judgeView(start: Start, { camera, pictures }: Adjusted): LocatedView {
  if (!start.ok) return start;
  const posed = pictures.find(({ pairs }) => pairs === start.pairs);
  const error = posed ? findMedianError(camera, posed.pose, start.pairs) : Number.NaN;
  if (!posed || !isFlat(camera, error)) return { ok: false, problem: "mat-not-flat" };
  return { ok: true, pose: posed.pose, error };
}

type CornerError = { pixels: number; millimeters: number };

/** Returns the error of the corners of check markers; undefined if there are none. */
function findCheckError(
  pictures: readonly MarkedPicture[],
  views: readonly LocatedView[],
  camera: Camera,
  mat: Mat,
): CheckError | undefined {
  const errors: CornerError[] = [];
  for (const [index, { markers }] of pictures.entries()) {
    const view = views[index];
    if (!view?.ok) continue;
    const plane = createPlaneView(camera, view.pose);
    for (const pair of pairCorners(markers.filter(isExact), mat, true)) {
      const pixels = findReprojectionError(plane, pair);
      errors.push({ pixels, millimeters: (pixels * findDepth(plane, pair)) / camera.focal });
    }
  }
  if (errors.length === 0) return undefined;
  const limit = 4 * median(errors.map(({ pixels }) => pixels));
  const kept = errors.filter(({ pixels }) => pixels <= limit).sort((a, b) => a.pixels - b.pixels);
  const rootMeanSquare = (unit: keyof CornerError) =>
    Math.sqrt(kept.reduce((sum, error) => sum + error[unit] ** 2, 0) / kept.length);
  return {
    pixels: rootMeanSquare("pixels"),
    millimeters: rootMeanSquare("millimeters"),
    corners: kept.length,
  };
}
