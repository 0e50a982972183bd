import { median } from "../geometry/median.ts";
import type { FoundMarker } from "../markers/find-markers.ts";

/** The motion in a second, over the width of a picture: more blurs it in the light of a room. */
const maxMotion = 0.2;

/**
 * Returns the motion of the mat between two frames of a video, as the median of all corners in
 * pixels; NaN if they share no marker.
 */
function findMotion(before: readonly FoundMarker[], after: readonly FoundMarker[]): number {
  const distances = after.flatMap(({ id, corners }) => {
    const same = before.find((marker) => marker.id === id);
    if (!same) return [];
    return corners.map(([x, y], index) => {
      const [oldX, oldY] = same.corners[index] ?? [Number.NaN, Number.NaN];
      return Math.hypot(x - oldX, y - oldY);
    });
  });
  return median(distances);
}

/**
 * Tells whether a camera moves too fast for sharp pictures, by two frames that are `seconds` apart
 * and `width` pixels wide. It does not if they share no marker.
 */
export const isTooFast = (
  before: readonly FoundMarker[],
  after: readonly FoundMarker[],
  { seconds, width }: { seconds: number; width: number },
): boolean => findMotion(before, after) > maxMotion * width * seconds;
