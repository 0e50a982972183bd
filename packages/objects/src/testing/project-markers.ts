import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Point } from "../geometry/homography.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat, MatPoint } from "../mat/mat.ts";
import { normal, type Random } from "./random.ts";

/**
 * Returns the markers that are whole in the picture of a camera at a pose. The columns and rows of
 * their corners have normal noise with a standard deviation of `spread` pixels.
 */
export function projectMarkers(
  mat: Mat,
  camera: Camera,
  pose: Pose,
  { random, spread }: { random: Random; spread: number },
): FoundMarker[] {
  const rays = createViewRays({ camera, pose });
  const pixel = new Float64Array(3);
  const project = ([x, y]: MatPoint): Point => {
    rays.project(x, y, 0, pixel);
    const [column = Number.NaN, row = Number.NaN] = pixel;
    return [column + spread * normal(random), row + spread * normal(random)];
  };
  const isInside = ([x, y]: Point) =>
    x > 0 && y > 0 && x < camera.width - 1 && y < camera.height - 1;
  return mat.markers.flatMap(({ id, corners: [a, b, c, d] }) => {
    const corners = [project(a), project(b), project(c), project(d)] as const;
    return corners.every(isInside) ? [{ id, corners, subpixel: true }] : [];
  });
}
