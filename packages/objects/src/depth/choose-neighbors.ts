type Point = readonly [x: number, y: number, z: number];

/**
 * The angle between the directions of neighboring views, in degrees. With a smaller one, a change
 * of depth hardly moves a pixel; with a larger one, surfaces look too different.
 */
const minAngle = 6;
const maxAngle = 50;

/**
 * Returns for each view the numbers of up to `count` neighboring views, the nearest first: those
 * that see the object from the directions closest to its own. A view is given by its camera center,
 * the object by `middle`. A view may have fewer neighbors, or none.
 */
export function chooseNeighbors(
  centers: readonly Point[],
  middle: Point,
  count: number,
): number[][] {
  const directions = centers.map((center) => findDirection(middle, center));
  return directions.map((direction, index) =>
    directions
      .map((other, number) => ({ number, angle: findAngle(direction, other) }))
      .filter(({ number, angle }) => number !== index && angle > minAngle && angle < maxAngle)
      .sort((a, b) => a.angle - b.angle)
      .slice(0, count)
      .map(({ number }) => number),
  );
}

function findDirection(from: Point, to: Point): Point {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Returns the angle between two unit vectors, in degrees. */
function findAngle(a: Point, b: Point): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (Math.acos(Math.min(1, dot)) * 180) / Math.PI;
}
