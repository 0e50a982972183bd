import type { Camera, Pose } from "../camera/camera.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";
import { adjust } from "./adjust.ts";
import { findMiddleOff } from "./middle-off.ts";
import { pairPoints } from "./points.ts";
import { findMatMap, poseFromMap } from "./start-pose.ts";

/** Why a picture has no pose. */
export type ViewProblem = "mat-not-seen" | "too-few-markers" | "mat-not-flat" | "other-size";

export type LocatedView =
  | {
      ok: true;
      pose: Pose;
      /** How far half of the corners are off where they should be at most, in pixels. */
      error: number;
    }
  | { ok: false; problem: ViewProblem };

/** The fewest markers, without check markers, that make a pose. */
export const minMarkers = 4;

/**
 * Returns a camera as phones have it: a focal length of 27 mm, if the film had 36 by 24 mm, and no
 * distortion.
 */
export function guessCamera(width: number, height: number): Camera {
  return {
    width,
    height,
    focal: (27 / Math.hypot(36, 24)) * Math.hypot(width, height),
    center: [(width - 1) / 2, (height - 1) / 2],
    distortion: [0, 0],
  };
}

/**
 * Finds the pose of one picture from its markers, for guidance while pictures are taken. The camera
 * may be a guess; the pose is then good for its direction, and the distance is off as much as the
 * focal length.
 */
export function locateView(markers: readonly FoundMarker[], camera: Camera, mat: Mat): LocatedView {
  if (markers.length === 0) return { ok: false, problem: "mat-not-seen" };
  const points = pairPoints(markers, mat, false);
  if (points.length < 16 * minMarkers) return { ok: false, problem: "too-few-markers" };
  const map = findMatMap(points, camera.center);
  if (!map) return { ok: false, problem: "too-few-markers" };
  const start = { pose: poseFromMap(map, camera), points };
  const reach = camera.width / 200;
  const { poses } = adjust(camera, [start], { reach, keepCamera: true, rounds: 15 });
  const pose = poses[0]!;
  const error = findMiddleOff(camera, pose, points);
  if (!(error < camera.width / 50)) return { ok: false, problem: "mat-not-flat" };
  return { ok: true, pose, error };
}
