import { findBounds } from "./box.ts";
import type { Point } from "./point.ts";

/**
 * The top left, top right, bottom right and bottom left corner of a code in its own orientation.
 */
export type Corners = [Point, Point, Point, Point];

/** Applies a function to each of four corners. */
export function mapCorners(
  [a, b, c, d]: Readonly<Corners>,
  map: (corner: Point, index: number) => Point,
): Corners {
  return [map(a, 0), map(b, 1), map(c, 2), map(d, 3)];
}

/** Returns the corners of the upright rectangle around points. */
export function toUprightCorners(points: readonly Point[]): Corners {
  const { left, top, right, bottom } = findBounds(points);
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
