import type { Point } from "../geometry/homography.ts";
import { type Outline, readPixel } from "./trace-outline.ts";

export type Quad = readonly [Point, Point, Point, Point];

/** The fewest pixels of an outline: those of a square of 7 by 7 pixels. */
const minOutline = 24;
/**
 * The distance that an outline may have from the sides of its quadrilateral: 1.5 pixels, because
 * pixels make steps, or 2 % of the length of a long outline, whose sides distortion curves.
 */
const minTolerance = 1.5;
const toleranceShare = 0.02;
/** The shortest side, in pixels. */
const minSide = 5;
/** The smallest sine of the angle by which two sides turn: less is no corner, but a bent side. */
const minSine = 0.1;

/**
 * Returns the corners of an outline that is a convex quadrilateral, in its direction; undefined for
 * another shape.
 */
export function findQuad(outline: Outline): Quad | undefined {
  const count = outline.length / 2;
  if (count < minOutline) return undefined;
  const tolerance = Math.max(minTolerance, toleranceShare * count);
  // Two corners are the farthest pixel from the centroid, and the farthest pixel from that one.
  const first = findFarthest(outline, findCentroid(outline));
  const second = findFarthest(outline, readPixel(outline, first));
  const corners: Point[] = [];
  addCorners(outline, first, second > first ? second : second + count, tolerance, corners);
  addCorners(outline, second, first > second ? first : first + count, tolerance, corners);
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d || corners.length > 4) return undefined;
  return isConvex([a, b, c, d]) ? [a, b, c, d] : undefined;
}

function findCentroid(outline: Outline): Point {
  const count = outline.length / 2;
  let [x, y] = [0, 0];
  for (let index = 0; index < count; index++) {
    const [column, row] = readPixel(outline, index);
    x += column / count;
    y += row / count;
  }
  return [x, y];
}

/** Returns the index of the pixel that is farthest from a point. */
function findFarthest(outline: Outline, [x, y]: Point): number {
  let [farthest, maxSquare] = [0, -1];
  for (let index = 0; index < outline.length / 2; index++) {
    const [column, row] = readPixel(outline, index);
    const square = (column - x) ** 2 + (row - y) ** 2;
    if (square > maxSquare) [farthest, maxSquare] = [index, square];
  }
  return farthest;
}

/**
 * Adds the corners of an outline from one index up to another, which is left out (Ramer, Douglas
 * and Peucker). It stops after the fifth, because that is one too many.
 */
function addCorners(
  outline: Outline,
  from: number,
  to: number,
  tolerance: number,
  corners: Point[],
): void {
  if (corners.length > 4) return;
  const start = readPixel(outline, from);
  const end = readPixel(outline, to);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(dx, dy) || 1;
  let [farthest, maxDistance] = [from, tolerance];
  for (let index = from + 1; index < to; index++) {
    const [column, row] = readPixel(outline, index);
    const distance = Math.abs((column - start[0]) * dy - (row - start[1]) * dx) / length;
    if (distance > maxDistance) [farthest, maxDistance] = [index, distance];
  }
  if (farthest === from) {
    corners.push(start);
    return;
  }
  addCorners(outline, from, farthest, tolerance, corners);
  addCorners(outline, farthest, to, tolerance, corners);
}

/** Tells whether each corner turns to the right in the picture, and each side is long enough. */
function isConvex([a, b, c, d]: Quad): boolean {
  return isCorner(d, a, b) && isCorner(a, b, c) && isCorner(b, c, d) && isCorner(c, d, a);
}

function isCorner(before: Point, corner: Point, after: Point): boolean {
  const [ux, uy] = [corner[0] - before[0], corner[1] - before[1]];
  const [vx, vy] = [after[0] - corner[0], after[1] - corner[1]];
  const [u, v] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
  return u >= minSide && ux * vy - uy * vx > minSine * u * v;
}
