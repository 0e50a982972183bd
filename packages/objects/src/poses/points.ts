import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";

/**
 * Corners of markers: x and y on the mat (mm), column and row in a picture (pixels), four numbers
 * for each corner.
 */
export type Points = Float64Array;

/**
 * Pairs the corners of found markers with those on the mat: of the check markers, or of all others.
 */
export function pairPoints(markers: readonly FoundMarker[], mat: Mat, areChecks: boolean): Points {
  const numbers: number[] = [];
  for (const { id, corners } of markers) {
    const known = mat.markers[id];
    if (!known || known.isCheck !== areChecks) continue;
    for (const [index, [x, y]] of known.corners.entries()) numbers.push(x, y, ...corners[index]!);
  }
  return Float64Array.from(numbers);
}
