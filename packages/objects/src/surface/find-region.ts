import type { Viewpoint } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { Region } from "../silhouette/crop.ts";

/** Returns the part of a picture that shows a mesh, and `margin` pixels round it. */
export function findRegion({ positions }: Mesh, from: Viewpoint, margin: number): Region {
  const { project } = createViewRays(from);
  const region = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const pixel = createPointBuffer();
  for (let at = 0; at < positions.length; at += 3) {
    project(positions[at]!, positions[at + 1]!, positions[at + 2]!, pixel);
    const [column, row] = [pixel[0], pixel[1]];
    region.left = Math.min(region.left, column - margin);
    region.top = Math.min(region.top, row - margin);
    region.right = Math.max(region.right, column + margin);
    region.bottom = Math.max(region.bottom, row + margin);
  }
  return region;
}
