import type { Point } from "../geometry/point.ts";
import { distanceToSides, isWithin } from "../geometry/polygon.ts";

/** The number of places that are tried in each direction. */
const places = 24;

/**
 * Returns the point within a polygon that has the most space around it, to within a twenty-fourth
 * of its size.
 */
export function findLabelPoint(corners: readonly Point[]): Point {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const at = (values: number[], step: number) => {
    const least = Math.min(...values);
    return least + ((Math.max(...values) - least) * (step + 0.5)) / places;
  };
  let best = { point: corners[0]!, space: 0 };
  for (let column = 0; column < places; column++) {
    for (let row = 0; row < places; row++) {
      const point = { x: at(xs, column), y: at(ys, row) };
      if (!isWithin(corners, point)) continue;
      const space = distanceToSides(corners, point);
      if (space > best.space) best = { point, space };
    }
  }
  return best.point;
}
