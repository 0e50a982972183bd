import type { Point, Quad } from "../quad.ts";

/**
 * Returns the area in square pixels. It is negative if the corners go counterclockwise on the
 * picture.
 */
export function signedArea(polygon: readonly Point[]): number {
  let doubled = 0;
  let last = polygon.at(-1);
  for (const point of polygon) {
    doubled += last!.x * point.y - point.x * last!.y;
    last = point;
  }
  return doubled / 2;
}

/** Whether a polygon turns the same way at each corner, without a straight or reversed one. */
export function isConvex(polygon: readonly Point[]): boolean {
  const direction = Math.sign(signedArea(polygon));
  return (
    direction !== 0 &&
    polygon.every((point, index) => {
      const before = polygon.at(index - 1)!;
      const after = polygon[(index + 1) % polygon.length]!;
      const turn =
        (point.x - before.x) * (after.y - point.y) - (point.y - before.y) * (after.x - point.x);
      return turn * direction > 0;
    })
  );
}

/**
 * Returns four points clockwise on the picture, from the one that is nearest to its top left
 * corner.
 */
export function orderQuad(points: Quad): Quad {
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / 4,
    y: points.reduce((sum, { y }) => sum + y, 0) / 4,
  };
  const angle = ({ x, y }: Point) => Math.atan2(y - middle.y, x - middle.x);
  const around = [...points].sort((a, b) => angle(a) - angle(b));
  const sums = around.map(({ x, y }) => x + y);
  const start = sums.indexOf(Math.min(...sums));
  const cornerAt = (index: number) => around[(start + index) % 4]!;
  return [cornerAt(0), cornerAt(1), cornerAt(2), cornerAt(3)];
}

/**
 * Returns the part of a polygon that lies in a convex one, possibly without any points (Sutherland
 * and Hodgman, 1974).
 */
export function clipPolygon(polygon: readonly Point[], convex: readonly Point[]): Point[] {
  const direction = Math.sign(signedArea(convex));
  let clipped = [...polygon];
  convex.forEach((from, index) => {
    const to = convex[(index + 1) % convex.length]!;
    const side = ({ x, y }: Point) =>
      direction * ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));
    clipped = clipped.flatMap((point, pointIndex) => {
      const last = clipped.at(pointIndex - 1)!;
      const [here, before] = [side(point), side(last)];
      const inside = here >= 0 ? [point] : [];
      if (here >= 0 === before >= 0) return inside;
      const share = before / (before - here);
      return [
        { x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share },
        ...inside,
      ];
    });
  });
  return clipped;
}

/** Returns the corners of a whole picture. */
export function frameQuad({ width, height }: { width: number; height: number }): Quad {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/**
 * Returns the area that two convex polygons share over the area that they cover together, from 0 to
 * 1.
 */
export function overlap(a: readonly Point[], b: readonly Point[]): number {
  const shared = Math.abs(signedArea(clipPolygon(a, b)));
  const covered = Math.abs(signedArea(a)) + Math.abs(signedArea(b)) - shared;
  return covered > 0 ? shared / covered : 0;
}

/** Whether a point lies in a convex polygon or on it. */
export function containsPoint(convex: readonly Point[], { x, y }: Point): boolean {
  const direction = Math.sign(signedArea(convex));
  return convex.every((from, index) => {
    const to = convex[(index + 1) % convex.length]!;
    return direction * ((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) >= 0;
  });
}
