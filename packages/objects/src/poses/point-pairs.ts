import type { FoundMarker } from "../markers/find-markers.ts";
import type { Mat } from "../mat/mat.ts";

/** A corner of a marker: (x, y) on the mat, in millimeters, and its pixel in a picture. */
export type PointPair = { x: number; y: number; column: number; row: number };

/**
 * Pairs the corners of found markers with those on the mat: of the check markers, or of all others.
 */
export function pairCorners(
  markers: readonly FoundMarker[],
  mat: Mat,
  areChecks: boolean,
): PointPair[] {
  const pairs: PointPair[] = [];
  for (const { id, corners } of markers) {
    const printed = mat.markers[id];
    if (!printed || printed.isCheck !== areChecks) continue;
    for (const [index, [x, y]] of printed.corners.entries()) {
      const found = corners[index];
      if (found) pairs.push({ x, y, column: found[0], row: found[1] });
    }
  }
  return pairs;
}
