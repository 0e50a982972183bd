import type { Corners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { isLinearFormat } from "./formats.ts";
import type { Reading } from "./reading.ts";

/**
 * Merges `later` readings into `earlier` ones. Each position in the picture has one reading, the
 * first: later readings that overlap it are dropped, whatever their content. The same content at
 * another position is another code and is kept.
 */
export function mergeReadings<T extends Reading>(earlier: T[], later: T[]): T[] {
  const merged = [...earlier];
  for (const reading of later) {
    if (!merged.some((existing) => areOverlapping(existing, reading))) merged.push(reading);
  }
  return merged;
}

function areOverlapping(a: Reading, b: Reading): boolean {
  const [sideOfA, sideOfB] = [measureLongerSide(a), measureLongerSide(b)];
  // A linear code is found as bundles of scan lines. Two bundles of equal content above each other
  // are one code.
  const isSame = a.format === b.format && a.content === b.content;
  // A small code may touch a large one.
  const margin = isSame ? Math.max(sideOfA, sideOfB) / 8 : Math.min(sideOfA, sideOfB) / 20;
  return (
    covers(a.corners, center(b.corners), margin) ||
    covers(b.corners, center(a.corners), margin) ||
    (isSame && isLinearFormat(a.format) && areTouching(a, b))
  );
}

/**
 * Whether the middle of the top or bottom edge of `b` is on `a`, or off it by a twentieth of the
 * longer side at most. Two symbols above each other have more between their bars: the text that is
 * printed there.
 */
function areTouching(a: Reading, b: Reading): boolean {
  const margin = Math.max(measureLongerSide(a), measureLongerSide(b)) / 20;
  const [topLeft, topRight, bottomRight, bottomLeft] = b.corners;
  return [[topLeft, topRight] as const, [bottomLeft, bottomRight] as const].some(([left, right]) =>
    covers(a.corners, { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }, margin),
  );
}

function measureLongerSide({ corners: [topLeft, topRight, , bottomLeft] }: Reading): number {
  return Math.max(distance(topLeft, topRight), distance(topLeft, bottomLeft));
}

/** Whether a point is on a code, or outside it by at most `margin` pixels. */
function covers(corners: Corners, point: Point, margin: number): boolean {
  const [topLeft, topRight, , bottomLeft] = corners;
  const width = distance(topLeft, topRight);
  const height = distance(topLeft, bottomLeft);
  const codeCenter = center(corners);
  const x = point.x - codeCenter.x;
  const y = point.y - codeCenter.y;
  const distanceAlong = (to: Point, length: number) =>
    length === 0
      ? Math.hypot(x, y)
      : Math.abs(x * (to.x - topLeft.x) + y * (to.y - topLeft.y)) / length;
  return (
    distanceAlong(topRight, width) <= width / 2 + margin &&
    distanceAlong(bottomLeft, height) <= height / 2 + margin
  );
}

function center(corners: Corners): Point {
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
