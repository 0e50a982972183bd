import type { Camera, Pose } from "../camera/camera.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";
import { adjustBundle } from "./bundle-adjustment.ts";
import { pairCorners } from "./point-pairs.ts";
import { findMedianError } from "./reprojection-error.ts";
import { findMatHomography, poseFromHomography } from "./start-pose.ts";

/** Why a picture has no pose. */
export type ViewProblem = "mat-not-seen" | "too-few-markers" | "mat-not-flat" | "other-size";

export type LocatedView =
  | {
      ok: true;
      pose: Pose;
      /** The median reprojection error of the corners of its markers, in pixels. */
      error: number;
    }
  | { ok: false; problem: ViewProblem };

/** The minimum number of markers that make a pose, check markers not counted. */
export const minMarkers = 4;

/** The focal length of phones, in millimeters, if the sensor had the size of 35 mm film. */
const filmFocal = 27;
const filmDiagonal = Math.hypot(36, 24);

/**
 * The scale of the Cauchy loss, and the largest median error of a pose, in pixels. They are wide,
 * because a guessed camera has a wrong focal length and no distortion.
 */
const findLossScale = ({ width }: Camera) => width / 200;
const findMaxError = ({ width }: Camera) => width / 50;
/** Half of those of `locateViews`, because each frame of a video waits for them. */
const maxIterations = 15;

/** Returns a camera as phones have it: the equivalent of 27 mm on film, and no distortion. */
export function guessCamera(width: number, height: number): Camera {
  return {
    width,
    height,
    focal: (filmFocal / filmDiagonal) * Math.hypot(width, height),
    center: [(width - 1) / 2, (height - 1) / 2],
    distortion: [0, 0],
  };
}

/**
 * Finds the pose of one picture from its markers, for guidance while pictures are taken. The camera
 * may be a guess: then the direction of the pose is good, and the relative error of its distance is
 * that of the focal length.
 */
export function locateView(markers: readonly FoundMarker[], camera: Camera, mat: Mat): LocatedView {
  if (markers.length === 0) return { ok: false, problem: "mat-not-seen" };
  const pairs = pairCorners(markers, mat, false);
  if (pairs.length < 4 * minMarkers) return { ok: false, problem: "too-few-markers" };
  const homography = findMatHomography(pairs, camera.center);
  if (!homography) return { ok: false, problem: "too-few-markers" };
  const options = { lossScale: findLossScale(camera), keepCamera: true, maxIterations };
  const start = poseFromHomography(homography, camera);
  const { pictures } = adjustBundle(camera, [{ pose: start, pairs }], options);
  const { pose } = pictures[0]!;
  const error = findMedianError(camera, pose, pairs);
  if (!(error < findMaxError(camera))) return { ok: false, problem: "mat-not-flat" };
  return { ok: true, pose, error };
}
