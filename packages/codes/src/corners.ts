import type { Point } from "./reading.ts";

type Corners = [Point, Point, Point, Point];

/**
 * The corners of a linear code. zxing-cpp gives where the first and the last horizontal scan line entered and left it:
 * always upright in the picture, and a slanted piece when the code lies turned. This is the rectangle along the bars
 * that holds them, from the start of the code clockwise.
 */
export function toLinearCorners([topLeft, topRight, bottomRight, bottomLeft]: Corners): Corners {
  const reading = minus(topRight, topLeft);
  const bars = plus(minus(bottomLeft, topLeft), minus(bottomRight, topRight));
  const [length, height] = [Math.hypot(reading.x, reading.y), Math.hypot(bars.x, bars.y) / 2];
  // A few lines close together do not tell how the bars lie.
  const side = height < length / 12 ? { x: -reading.y, y: reading.x } : bars;
  const [across, down] = toAxes(side, reading);
  const left = (dot(topLeft, across) + dot(bottomLeft, across)) / 2;
  const right = (dot(topRight, across) + dot(bottomRight, across)) / 2;
  const depths = [topLeft, topRight, bottomRight, bottomLeft].map((point) => dot(point, down));
  const [top, bottom] = [Math.min(...depths), Math.max(...depths)];
  const at = (a: number, d: number): Point => ({
    x: a * across.x + d * down.x,
    y: a * across.y + d * down.y,
  });
  return [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
}

/** The upright box around a stacked linear code, whose rows zxing-cpp joins into no proper quadrilateral. */
export function toBox(corners: Corners): Corners {
  const xs = corners.map((point) => point.x);
  const ys = corners.map((point) => point.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Unit vectors: across the bars in the direction of reading, and a quarter turn clockwise from that. */
function toAxes(bars: Point, reading: Point): [Point, Point] {
  const size = Math.hypot(bars.x, bars.y) || 1;
  const normal = { x: bars.y / size, y: -bars.x / size };
  const across = dot(normal, reading) < 0 ? { x: -normal.x, y: -normal.y } : normal;
  return [across, { x: -across.y, y: across.x }];
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}
