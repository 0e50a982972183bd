import type { FoundMarker } from "../markers/find-markers.ts";

/** Above this part of its width in a second, a picture is blurred in the light of a room. */
const maxMotion = 0.2;

/**
 * Returns how far the mat moved between two frames of a video, as the median of all corners in
 * pixels; undefined if they share no marker.
 */
function findMotion(
  before: readonly FoundMarker[],
  after: readonly FoundMarker[],
): number | undefined {
  const ways = after.flatMap(({ id, corners }) => {
    const same = before.find((marker) => marker.id === id);
    return same
      ? corners.map(([x, y], index) =>
          Math.hypot(x - same.corners[index]![0], y - same.corners[index]![1]),
        )
      : [];
  });
  return ways.sort((a, b) => a - b)[ways.length >> 1];
}

/**
 * Whether a camera moves too fast for sharp pictures, by two frames `seconds` apart that are
 * `width` pixels wide.
 */
export function isTooFast(
  before: readonly FoundMarker[],
  after: readonly FoundMarker[],
  { seconds, width }: { seconds: number; width: number },
): boolean {
  const way = findMotion(before, after);
  return way !== undefined && way > maxMotion * width * seconds;
}
