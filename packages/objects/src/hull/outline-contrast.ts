import type { Crop } from "../silhouette/crop.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";

/** Colors are compared over this many pixels on each side of an outline. */
const comparedPixels = 3;
/** Colors differ if they are farther apart than this, in gray levels of three channels. */
const minContrast = 8;

/**
 * Tells whether a picture shows an edge at a pixel just inside an outline: the mean colors inside
 * and outside differ. Where they do not, as before a white desk, the outline of a white object is a
 * guess. False at the border of the crop.
 */
export function hasContrast(crop: Crop, { distances, width }: Silhouette, at: number): boolean {
  const right = distances[at + 1]! - distances[at - 1]!;
  const down = distances[at + width]! - distances[at - width]!;
  const length = Math.hypot(right, down);
  const [column, row] = [at % width, Math.floor(at / width)];
  const difference = [0, 0, 0];
  for (let step = 1; step <= comparedPixels; step++) {
    const inside = findOffset(crop, column, row, (step * right) / length, (step * down) / length);
    const outward = -step - 1;
    const outside = findOffset(
      crop,
      column,
      row,
      (outward * right) / length,
      (outward * down) / length,
    );
    if (inside === undefined || outside === undefined) return false;
    for (let channel = 0; channel < 3; channel++) {
      difference[channel]! += crop.rgb[3 * inside + channel]! - crop.rgb[3 * outside + channel]!;
    }
  }
  return Math.hypot(...difference) > comparedPixels * minContrast;
}

function findOffset(
  { width, height }: Crop,
  column: number,
  row: number,
  right: number,
  down: number,
): number | undefined {
  const x = Math.round(column + right);
  const y = Math.round(row + down);
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : undefined;
}
