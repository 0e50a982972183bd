import type { Point } from "../geometry/homography.ts";

export type Quad = readonly [Point, Point, Point, Point];

/**
 * Returns the corners of an outline that is a convex quadrilateral, in its direction; undefined for
 * another shape.
 */
export function findQuad(outline: readonly number[]): Quad | undefined {
  const count = outline.length / 2;
  if (count < 24) return undefined;
  const allowed = Math.max(1.5, 0.02 * count);
  let [x, y] = [0, 0];
  for (let at = 0; at < count; at++) {
    x += outline[2 * at]! / count;
    y += outline[2 * at + 1]! / count;
  }
  const first = findFarthest(outline, x, y);
  const second = findFarthest(outline, outline[2 * first]!, outline[2 * first + 1]!);
  const places: number[] = [];
  splitBetween(outline, first, second > first ? second : second + count, allowed, places);
  splitBetween(outline, second, first > second ? first : first + count, allowed, places);
  if (places.length !== 4) return undefined;
  const [a, b, c, d] = places.map((place): Point => {
    const at = 2 * (place % count);
    return [outline[at]!, outline[at + 1]!];
  }) as [Point, Point, Point, Point];
  const quad = [a, b, c, d] as const;
  return isConvex(quad) ? quad : undefined;
}

function findFarthest(outline: readonly number[], x: number, y: number): number {
  let [farthest, most] = [0, -1];
  for (let at = 0; at < outline.length; at += 2) {
    const square = (outline[at]! - x) ** 2 + (outline[at + 1]! - y) ** 2;
    if (square > most) [farthest, most] = [at / 2, square];
  }
  return farthest;
}

/**
 * Adds the places of corners from `from` to `to`, which is left out (Ramer, Douglas and Peucker).
 * Five are too many.
 */
function splitBetween(
  outline: readonly number[],
  from: number,
  to: number,
  allowed: number,
  places: number[],
): void {
  if (places.length > 4) return;
  const count = outline.length / 2;
  const [ax, ay] = [outline[2 * (from % count)]!, outline[2 * (from % count) + 1]!];
  const [bx, by] = [outline[2 * (to % count)]!, outline[2 * (to % count) + 1]!];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  let [farthest, most] = [from, allowed];
  for (let place = from + 1; place < to; place++) {
    const at = 2 * (place % count);
    const off =
      Math.abs((outline[at]! - ax) * (by - ay) - (outline[at + 1]! - ay) * (bx - ax)) / length;
    if (off > most) [farthest, most] = [place, off];
  }
  if (farthest === from) {
    places.push(from);
    return;
  }
  splitBetween(outline, from, farthest, allowed, places);
  splitBetween(outline, farthest, to, allowed, places);
}

/**
 * Whether each corner turns to the right in the picture, by a sine of at least 0.1, and each side
 * has five pixels.
 */
function isConvex(quad: Quad): boolean {
  return quad.every((corner, index) => {
    const [before, after] = [quad[(index + 3) % 4]!, quad[(index + 1) % 4]!];
    const [ux, uy] = [corner[0] - before[0], corner[1] - before[1]];
    const [vx, vy] = [after[0] - corner[0], after[1] - corner[1]];
    const [u, v] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
    return u >= 5 && ux * vy - uy * vx > 0.1 * u * v;
  });
}
