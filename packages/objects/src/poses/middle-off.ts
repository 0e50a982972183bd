import type { Camera, Pose } from "../camera/camera.ts";
import type { Points } from "./points.ts";
import { findOff } from "./project.ts";

/**
 * Returns the median of how far points are off where they were found, in pixels; NaN without
 * points.
 */
export function findMiddleOff(camera: Camera, pose: Pose, points: Points): number {
  const offs: number[] = [];
  for (let at = 0; at < points.length; at += 4) offs.push(findOff(camera, pose, points, at));
  offs.sort((a, b) => a - b);
  return offs[offs.length >> 1] ?? Number.NaN;
}
