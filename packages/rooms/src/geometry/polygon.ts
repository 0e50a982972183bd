import { crossLines, type Line } from "./line.ts";
import { add, cross, direction, distance, left, type Point, scale, subtract } from "./point.ts";

/** Returns the area in square meters. It is negative if the corners go clockwise as seen from above. */
export function signedArea(corners: readonly Point[]): number {
  let doubled = 0;
  let last = corners.at(-1);
  for (const corner of corners) {
    doubled += cross(last!, corner);
    last = corner;
  }
  return doubled / 2;
}

/** Returns the length of all sides together, in meters. */
export function perimeter(corners: readonly Point[]): number {
  return corners.reduce((sum, corner, index) => sum + distance(corners.at(index - 1)!, corner), 0);
}

/** Returns the sides of a polygon as lines, in its order. Side i starts at corner i. */
export function sidesOf(corners: readonly Point[]): Line[] {
  return corners.map((corner, index) => ({
    through: corner,
    along: direction(corner, corners[(index + 1) % corners.length]!),
  }));
}

/**
 * Returns a polygon whose sides lie outside of those of `corners`, side i by `distances[i]` meters. It has a corner more
 * wherever two sides go on in nearly the same direction.
 */
export function growPolygon(corners: readonly Point[], distances: readonly number[]): Point[] {
  const outward = signedArea(corners) >= 0 ? -1 : 1;
  const offsets = sidesOf(corners).map(({ along }, index) =>
    scale(left(along), outward * distances[index]!),
  );
  const sides = sidesOf(corners).map(({ through, along }, index) => ({
    through: add(through, offsets[index]!),
    along,
  }));
  return corners.flatMap((corner, index) => {
    const before = (index + corners.length - 1) % corners.length;
    const crossing = crossLines(sides[before]!, sides[index]!);
    return crossing ? [crossing] : [add(corner, offsets[before]!), add(corner, offsets[index]!)];
  });
}

/** Returns the first two sides, neighbors aside, that touch each other, by their indices; undefined if there are none. */
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
