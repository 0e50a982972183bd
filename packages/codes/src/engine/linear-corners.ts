import type { Corners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";

/**
 * Returns the corners of a linear code. zxing-cpp reports where the first and the last horizontal
 * scan line enter and leave the code, which gives a skewed shape if the code is rotated. This
 * function returns the rectangle along the bars that contains these points, clockwise from the
 * start of the code.
 */
export function toLinearCorners([topLeft, topRight, bottomRight, bottomLeft]: Corners): Corners {
  const readingVector = subtract(topRight, topLeft);
  const barsVector = add(subtract(bottomLeft, topLeft), subtract(bottomRight, topRight));
  const length = Math.hypot(readingVector.x, readingVector.y);
  const height = Math.hypot(barsVector.x, barsVector.y) / 2;
  // A few scan lines close together do not show the direction of the bars.
  const side = height < length / 12 ? { x: -readingVector.y, y: readingVector.x } : barsVector;
  const [across, down] = toAxes(side, readingVector);
  const left = (dot(topLeft, across) + dot(bottomLeft, across)) / 2;
  const right = (dot(topRight, across) + dot(bottomRight, across)) / 2;
  const depths = [topLeft, topRight, bottomRight, bottomLeft].map((point) => dot(point, down));
  const [top, bottom] = [Math.min(...depths), Math.max(...depths)];
  const toPoint = (acrossOffset: number, downOffset: number): Point => ({
    x: acrossOffset * across.x + downOffset * down.x,
    y: acrossOffset * across.y + downOffset * down.y,
  });
  return [toPoint(left, top), toPoint(right, top), toPoint(right, bottom), toPoint(left, bottom)];
}

/**
 * Returns unit vectors: across the bars in the reading direction, and a quarter turn clockwise from
 * that.
 */
function toAxes(bars: Point, reading: Point): [Point, Point] {
  const size = Math.hypot(bars.x, bars.y) || 1;
  const normal = { x: bars.y / size, y: -bars.x / size };
  const across = dot(normal, reading) < 0 ? { x: -normal.x, y: -normal.y } : normal;
  return [across, { x: -across.y, y: across.x }];
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

function add(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

function subtract(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}
