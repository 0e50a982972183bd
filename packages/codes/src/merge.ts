import type { Point, Reading } from "./reading.ts";

/**
 * Adds what was read after `earlier`. A place in the picture has one reading, the first: what lies on its code is
 * dropped, whether it says the same or not. The same content at another place is another code and is kept.
 */
export function mergeReadings(earlier: Reading[], later: Reading[]): Reading[] {
  const merged = [...earlier];
  for (const reading of later) {
    if (!merged.some((known) => overlap(known, reading))) merged.push(reading);
  }
  return merged;
}

function overlap(a: Reading, b: Reading): boolean {
  // A linear code is found as lines; two bundles of them that say the same, one above the other, are one code.
  const slack = a.format === b.format && a.content === b.content ? 1 / 8 : 1 / 20;
  return covers(a.corners, centre(b.corners), slack) || covers(b.corners, centre(a.corners), slack);
}

/** Whether a point lies on a code, or beside it by no more than `slack` of its longer side. */
function covers(corners: Reading["corners"], point: Point, slack: number): boolean {
  const [topLeft, topRight, , bottomLeft] = corners;
  const width = distance(topLeft, topRight);
  const height = distance(topLeft, bottomLeft);
  const middle = centre(corners);
  const [x, y] = [point.x - middle.x, point.y - middle.y];
  const margin = Math.max(width, height) * slack;
  const along = (to: Point, length: number) =>
    length === 0
      ? Math.hypot(x, y)
      : Math.abs(x * (to.x - topLeft.x) + y * (to.y - topLeft.y)) / length;
  return (
    along(topRight, width) <= width / 2 + margin && along(bottomLeft, height) <= height / 2 + margin
  );
}

function centre(corners: Reading["corners"]): Point {
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
