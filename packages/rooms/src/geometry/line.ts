import { add, cross, dot, left, type Point, scale, subtract } from "./point.ts";

/** A straight line without ends: a point on it and its unit direction. */
export type Line = { through: Point; along: Point };

/**
 * Returns the line that fits points best, by total least squares. Its direction is from the first
 * point to the last.
 */
export function fitLine(points: readonly Point[]): Line {
  const middle = scale(points.reduce(add), 1 / points.length);
  let [xx, xy, yy] = [0, 0, 0];
  for (const point of points) {
    const { x, y } = subtract(point, middle);
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const along = { x: Math.cos(angle), y: Math.sin(angle) };
  const isForward = dot(along, subtract(points.at(-1)!, points[0]!)) >= 0;
  return { through: middle, along: isForward ? along : scale(along, -1) };
}

/**
 * Returns the distance of a point from a line in meters; it is negative to the right of the line.
 */
export function distanceToLine({ through, along }: Line, point: Point): number {
  return dot(left(along), subtract(point, through));
}

/** Returns the point of a line that is nearest to a point. */
export function projectOnLine({ through, along }: Line, point: Point): Point {
  return add(through, scale(along, dot(along, subtract(point, through))));
}

/**
 * The sine of ten degrees. If lines cross at a smaller angle, an error of a centimeter moves the
 * crossing by more than six centimeters.
 */
const minCrossingSine = Math.sin(Math.PI / 18);

/**
 * Returns the point at which two lines cross, or undefined if the angle between them is smaller
 * than ten degrees.
 */
export function crossLines(a: Line, b: Line): Point | undefined {
  const sine = cross(a.along, b.along);
  if (Math.abs(sine) < minCrossingSine) return undefined;
  const along = cross(subtract(b.through, a.through), b.along) / sine;
  return add(a.through, scale(a.along, along));
}
