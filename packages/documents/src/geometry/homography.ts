import type { Point, Quad } from "../quad.ts";

/** A projective map of the plane: a 3 x 3 matrix, row by row. */
export type Homography = readonly number[];

/**
 * Returns the projective map that takes each corner of `from` to the same corner of `to`, or
 * undefined if three corners of one of them lie on a line.
 */
export function findHomography(from: Quad, to: Quad): Homography | undefined {
  const [source, target] = [fromSquare(from), fromSquare(to)];
  const toSquare = source && invertHomography(source);
  if (!toSquare || !target || !invertHomography(target)) return undefined;
  return multiply(target, toSquare);
}

/**
 * Maps a point. One on the horizon of the map has no finite image: its coordinates are infinite or
 * NaN.
 */
export function applyHomography(map: Homography, { x, y }: Point): Point {
  const w = map[6]! * x + map[7]! * y + map[8]!;
  return {
    x: (map[0]! * x + map[1]! * y + map[2]!) / w,
    y: (map[3]! * x + map[4]! * y + map[5]!) / w,
  };
}

/** Returns the inverse map, or undefined if several points have the same image. */
export function invertHomography(map: Homography): Homography | undefined {
  const [a, b, c, d, e, f, g, h, i] = map as number[] & { length: 9 };
  const cofactors = [
    [e! * i! - f! * h!, c! * h! - b! * i!, b! * f! - c! * e!],
    [f! * g! - d! * i!, a! * i! - c! * g!, c! * d! - a! * f!],
    [d! * h! - e! * g!, b! * g! - a! * h!, a! * e! - b! * d!],
  ].flat();
  const determinant = a! * cofactors[0]! + b! * cofactors[3]! + c! * cofactors[6]!;
  const size = Math.max(...map.map(Math.abs));
  if (!(Math.abs(determinant) > size ** 3 * 1e-15)) return undefined;
  return cofactors.map((cofactor) => cofactor / determinant);
}

/**
 * The map from the unit square (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989,
 * section 2.2.3).
 */
function fromSquare([p0, p1, p2, p3]: Quad): Homography | undefined {
  const [dx1, dx2] = [p1.x - p2.x, p3.x - p2.x];
  const [dy1, dy2] = [p1.y - p2.y, p3.y - p2.y];
  const [sx, sy] = [p0.x - p1.x + p2.x - p3.x, p0.y - p1.y + p2.y - p3.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  if (determinant === 0) return undefined;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return [
    [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x],
    [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y],
    [g, h, 1],
  ].flat();
}

function multiply(a: Homography, b: Homography): Homography {
  return a.map((_, index) => {
    const [row, column] = [index - (index % 3), index % 3];
    return a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
  });
}
