import { type Corners, mapCorners } from "../geometry/corners.ts";

/** Corners, and the correlation of the picture with a pattern between them, up to 1. */
export type Fit = { corners: Corners; match: number };

/** The maximum number of rounds in which a step is tried with all corners. */
const roundCount = 2;

/**
 * Moves corners and whole sides in steps of `steps` pixels, the largest first, as long as
 * `measureMatch` grows. Returns the best corners.
 */
export function moveCorners(
  start: Fit,
  steps: readonly number[],
  measureMatch: (corners: Corners) => number,
): Fit {
  let best = start;
  const tryMove = (moved: readonly number[], x: number, y: number) => {
    const corners = mapCorners(best.corners, (point, i) =>
      moved.includes(i) ? { x: point.x + x, y: point.y + y } : point,
    );
    const match = measureMatch(corners);
    if (match > best.match) best = { corners, match };
  };
  for (const step of steps) {
    for (let round = 0; round < roundCount; round++) {
      const previous = best;
      for (const moved of [[0], [1], [2], [3], [0, 1], [1, 2], [2, 3], [3, 0]]) {
        tryMove(moved, step, 0);
        tryMove(moved, -step, 0);
        tryMove(moved, 0, step);
        tryMove(moved, 0, -step);
      }
      if (best === previous) break;
    }
  }
  return best;
}
