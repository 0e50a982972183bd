import type { Point } from "../geometry/point.ts";
import { distanceToSides, isWithin } from "../geometry/polygon.ts";

/** The number of points that are tried along each axis. */
const gridSize = 24;

/**
 * Returns the point within a polygon that is farthest from all sides, on a grid of 24 × 24 points.
 */
export function findLabelPoint(corners: readonly Point[]): Point {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const coordinate = (values: number[], cell: number) => {
    const min = Math.min(...values);
    return min + ((Math.max(...values) - min) * (cell + 0.5)) / gridSize;
  };
  let best = { point: corners[0]!, space: 0 };
  for (let column = 0; column < gridSize; column++) {
    for (let row = 0; row < gridSize; row++) {
      const point = { x: coordinate(xs, column), y: coordinate(ys, row) };
      if (!isWithin(corners, point)) continue;
      const space = distanceToSides(corners, point);
      if (space > best.space) best = { point, space };
    }
  }
  return best.point;
}
