import { normalize, type Vector } from "../geometry/vector.ts";

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
  cameraCenters: readonly Readonly<Vector>[],
  middle: Readonly<Vector>,
  count: number,
): number[][] {
  const directions = cameraCenters.map((cameraCenter) => findDirection(middle, cameraCenter));
  return directions.map((direction, index) =>
    directions
      .map((other, number) => ({ number, angle: findAngle(direction, other) }))
      .filter(({ number, angle }) => number !== index && angle > minAngle && angle < maxAngle)
      .sort((a, b) => a.angle - b.angle)
      .slice(0, count)
      .map(({ number }) => number),
  );
}

const findDirection = (from: Readonly<Vector>, to: Readonly<Vector>): Vector =>
  normalize([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);

/** Returns the angle between two unit vectors, in degrees. */
function findAngle(a: Readonly<Vector>, b: Readonly<Vector>): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (Math.acos(Math.min(1, dot)) * 180) / Math.PI;
}
