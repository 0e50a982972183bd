import type { Viewpoint } from "../camera/camera.ts";
import type { CropArea } from "../camera/crop-area.ts";

/** The outline of the object in a view, or in a crop of it. */
export type Silhouette = Viewpoint &
  CropArea & {
    /**
     * The signed distance of each pixel to the outline, in pixels of the crop; positive inside,
     * `unknown` where the view does not tell object and ground apart.
     */
    distances: Float32Array;
  };

/**
 * Stands for a signed distance that is not known. It is larger than any distance, so carving, which
 * takes the minimum over all views, ignores it.
 */
export const unknown = 1000;

/**
 * Tells whether the distance one or two pixels from a pixel, along its row or its column, is
 * unknown: the outline may be wrong there.
 */
export function isBesideUnknown({ distances, width }: Silhouette, at: number): boolean {
  const offsets = [1, 2, width, 2 * width];
  return offsets.some(
    (offset) => distances[at - offset] === unknown || distances[at + offset] === unknown,
  );
}
