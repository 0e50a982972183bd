import { channels } from "../silhouette/color-planes.ts";
import type { Crop } from "../silhouette/crop.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";

/** Colors are averaged over this many pixels on each side of an outline. */
const averagedPixels = 3;
/** The least distance between the colors of both sides, in gray levels of three channels. */
const minContrast = 8;

/**
 * Tells whether a picture shows an edge at a pixel just inside an outline: the mean colors inside
 * and outside differ. Where they do not, as of a white object in front of a white desk, the outline
 * is a guess. The crop and the silhouette have the same pixels. False near the border of the crop.
 */
export function hasContrast(crop: Crop, { distances, width }: Silhouette, at: number): boolean {
  const right = distances[at + 1]! - distances[at - 1]!;
  const down = distances[at + width]! - distances[at - width]!;
  const length = Math.hypot(right, down);
  /** Returns the index of the pixel this many pixels from `at`, inward if positive; -1 beside. */
  const findIndex = (steps: number): number => {
    const column = (at % width) + Math.round((steps * right) / length);
    const row = Math.floor(at / width) + Math.round((steps * down) / length);
    const isInside = column >= 0 && row >= 0 && column < crop.width && row < crop.height;
    return isInside ? row * width + column : -1;
  };
  const difference = [0, 0, 0];
  for (let step = 1; step <= averagedPixels; step++) {
    // One pixel more outward, because `at` is inside the outline.
    const [inside, outside] = [findIndex(step), findIndex(-step - 1)];
    if (inside < 0 || outside < 0) return false;
    for (const channel of channels) {
      difference[channel]! += crop.rgb[3 * inside + channel]! - crop.rgb[3 * outside + channel]!;
    }
  }
  return Math.hypot(...difference) > averagedPixels * minContrast;
}
