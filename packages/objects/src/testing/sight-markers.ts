import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";
import { normal, type Random } from "./random.ts";

/**
 * Returns the markers as a camera at a pose should find them, with corners off by `spread` pixels
 * (one standard deviation).
 */
export function sightMarkers(
  mat: Mat,
  camera: Camera,
  pose: Pose,
  { random, spread }: { random: Random; spread: number },
): FoundMarker[] {
  const rays = createViewRays({ camera, pose });
  const place = new Float64Array(3);
  return mat.markers.flatMap(({ id, corners }) => {
    const seen = corners.map(([x, y]) => {
      rays.project(x, y, 0, place);
      return [place[0]! + spread * normal(random), place[1]! + spread * normal(random)] as const;
    });
    const isInside = seen.every(
      ([x, y]) => x > 0 && y > 0 && x < camera.width - 1 && y < camera.height - 1,
    );
    const [a, b, c, d] = seen;
    return isInside ? [{ id, corners: [a!, b!, c!, d!], subpixel: true }] : [];
  });
}
