import { castPixelRay } from "../camera/cast-pixel-ray.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { createPointBuffer, type PointBuffer } from "../geometry/point-buffer.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import { isBesideUnknown, type Silhouette } from "../silhouette/silhouette.ts";

/**
 * Returns the share of the outlines, from 0 to 1, that lies beside unknown pixels in front of the
 * mat: there, the paper looks like the object.
 */
export function findDoubt(silhouettes: readonly Silhouette[], mat: MatPyramid): number {
  // The count begins at 1, so that the share without an outline is 0, not 0 / 0.
  let [outlined, doubtful] = [1, 0];
  for (const silhouette of silhouettes) {
    const { distances } = silhouette;
    const rays = createViewRays(silhouette);
    const ray = createPointBuffer();
    for (let at = 0; at < distances.length; at++) {
      const distance = distances[at]!;
      if (!(distance > 0 && distance <= 1)) continue;
      outlined++;
      if (!isBesideUnknown(silhouette, at)) continue;
      castPixelRay(rays, silhouette, at, ray);
      if (meetsMat(rays.cameraCenter, ray, mat)) doubtful++;
    }
  }
  return doubtful / outlined;
}

/** Tells whether a viewing ray meets the plane of the mat on the paper. */
function meetsMat([x, y, z]: ViewRays["cameraCenter"], ray: PointBuffer, mat: MatPyramid): boolean {
  const distance = -z / ray[2];
  if (!(distance > 0)) return false;
  const [u, v] = [x + distance * ray[0], y + distance * ray[1]];
  return Math.abs(u) < mat.width / 2 && Math.abs(v) < mat.height / 2;
}
