import { crossLines, type Line } from "./line.ts";
import {
  add,
  cross,
  direction,
  distance,
  dot,
  left,
  type Point,
  pointAlong,
  scale,
  subtract,
} from "./point.ts";

/**
 * Returns the area in square meters. It is negative if the corners go clockwise as seen from above.
 */
export function signedArea(corners: readonly Point[]): number {
  let doubled = 0;
  let last = corners.at(-1);
  for (const corner of corners) {
    doubled += cross(last!, corner);
    last = corner;
  }
  return doubled / 2;
}

/** Returns the sum of the lengths of the sides, in meters. */
export function perimeter(corners: readonly Point[]): number {
  return corners.reduce((sum, corner, index) => sum + distance(corners.at(index - 1)!, corner), 0);
}

/** Returns the sides of a polygon as lines, in order. Side i starts at corner i. */
function sidesOf(corners: readonly Point[]): Line[] {
  return corners.map((corner, index) => ({
    through: corner,
    along: direction(corner, corners[(index + 1) % corners.length]!),
  }));
}

/** The two ends of a straight part of a wall or of its face. */
export type Segment = { from: Point; to: Point };

/** The difference of distances, in meters, below which sides that go on straight meet. */
const maxStep = 1e-6;

/**
 * Returns the sides of a polygon, moved outward and cut where neighbors cross. Side i moves by
 * `distances[i]` meters. Neighbors with nearly the same direction meet in the middle between their
 * ends, or end beside each other if they move by different distances.
 */
export function offsetSides(corners: readonly Point[], distances: readonly number[]): Segment[] {
  const outward = signedArea(corners) >= 0 ? -1 : 1;
  const count = corners.length;
  const sides = sidesOf(corners).map(({ through, along }, index) => {
    const offset = scale(left(along), outward * distances[index]!);
    const end = corners[(index + 1) % count]!;
    return { through: add(through, offset), along, end: add(end, offset) };
  });
  /** Returns where the sides that meet at a corner cross, if they do or go on without a step. */
  const meet = (index: number): Point | undefined => {
    const [before, side] = [sides.at(index - 1)!, sides[index]!];
    const crossing = crossLines(before, side);
    const isStep = Math.abs(distances.at(index - 1)! - distances[index]!) > maxStep;
    return crossing ?? (isStep ? undefined : scale(add(before.end, side.through), 0.5));
  };
  return sides.map((side, index) => ({
    from: meet(index) ?? side.through,
    to: meet((index + 1) % count) ?? side.end,
  }));
}

/** The distance, in meters, by which equal corners may differ because of rounding errors. */
const sameCornerDistance = 1e-9;

/**
 * Returns the polygon of the sides of `offsetSides`. It has two corners where neighbors end beside
 * each other.
 */
export function offsetPolygon(corners: readonly Point[], distances: readonly number[]): Point[] {
  const sides = offsetSides(corners, distances);
  return sides.flatMap(({ from }, index) => {
    const { to } = sides.at(index - 1)!;
    return distance(to, from) < sameCornerDistance ? [from] : [to, from];
  });
}

/** Returns whether a point lies within a polygon. The result for a point on a side is arbitrary. */
export function isWithin(corners: readonly Point[], { x, y }: Point): boolean {
  let within = false;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length]!;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) within = !within;
  });
  return within;
}

/** Returns whether two polygons have points in common, on their sides included. */
export function polygonsMeet(a: readonly Point[], b: readonly Point[]): boolean {
  if (isWithin(a, b[0]!) || isWithin(b, a[0]!)) return true;
  return a.some((from, index) => {
    const to = a[(index + 1) % a.length]!;
    return b.some((other, second) => sidesTouch(from, to, other, b[(second + 1) % b.length]!));
  });
}

/** Returns whether a segment and a polygon have points in common. */
export function meetsSegment(corners: readonly Point[], { from, to }: Segment): boolean {
  if (isWithin(corners, from)) return true;
  return corners.some((a, index) =>
    sidesTouch(a, corners[(index + 1) % corners.length]!, from, to),
  );
}

/** Returns the distance of a point from the nearest side, in meters. */
export function distanceToSides(corners: readonly Point[], point: Point): number {
  const distances = corners.map((a, index) => {
    const b = corners[(index + 1) % corners.length]!;
    const along = dot(subtract(point, a), direction(a, b));
    return distance(pointAlong(a, b, Math.min(Math.max(along, 0), distance(a, b))), point);
  });
  return Math.min(...distances);
}

/**
 * Returns the indices of the first two sides that touch and are not neighbors. Returns undefined if
 * there are none.
 */
export function findCrossing(corners: readonly Point[]): [number, number] | undefined {
  const count = corners.length;
  const side = (index: number) => [corners[index]!, corners[(index + 1) % count]!] as const;
  for (let first = 0; first < count; first++) {
    for (let second = first + 2; second < count; second++) {
      if (first === 0 && second === count - 1) continue;
      if (sidesTouch(...side(first), ...side(second))) return [first, second];
    }
  }
}

function sidesTouch(a: Point, b: Point, c: Point, d: Point): boolean {
  const turn = (from: Point, to: Point, point: Point) =>
    Math.sign(cross(subtract(to, from), subtract(point, from)));
  const within = (from: Point, to: Point, point: Point) =>
    Math.min(from.x, to.x) <= point.x &&
    point.x <= Math.max(from.x, to.x) &&
    Math.min(from.y, to.y) <= point.y &&
    point.y <= Math.max(from.y, to.y);
  const turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)] as const;
  if (turns[0] !== turns[1] && turns[2] !== turns[3]) return true;
  return (
    (turns[0] === 0 && within(a, b, c)) ||
    (turns[1] === 0 && within(a, b, d)) ||
    (turns[2] === 0 && within(c, d, a)) ||
    (turns[3] === 0 && within(c, d, b))
  );
}
