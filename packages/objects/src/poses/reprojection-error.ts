import type { Camera, Pose } from "../camera/camera.ts";
import { median } from "../geometry/median.ts";
import type { PointPair } from "./point-pairs.ts";
import { createPlaneView, findReprojectionError } from "./projection.ts";

/** Returns the median reprojection error of points, in pixels; NaN without points. */
export function findMedianError(camera: Camera, pose: Pose, pairs: readonly PointPair[]): number {
  const view = createPlaneView(camera, pose);
  return median(pairs.map((pair) => findReprojectionError(view, pair)));
}
