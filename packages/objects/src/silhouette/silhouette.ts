import type { Viewpoint } from "../camera/camera.ts";
import type { CropArea } from "../camera/crop-area.ts";

/**
 * The outline of the object in a view: how far each pixel of a crop is inside it, in pixels of the
 * crop.
 */
export type Silhouette = Viewpoint &
  CropArea & {
    /** `unknown` where the view does not know. */
    distances: Float32Array;
  };

/**
 * Stands for a distance that a view does not know, because it sees something else than the mat
 * there.
 */
export const unknown = 1000;

/**
 * Tells whether a view does not know what is one or two pixels beside a pixel, along a row or a
 * column: its outline may be wrong there.
 */
export function isBesideUnknown({ distances, width }: Silhouette, at: number): boolean {
  const steps = [1, 2, width, 2 * width];
  return steps.some((step) => distances[at - step] === unknown || distances[at + step] === unknown);
}
