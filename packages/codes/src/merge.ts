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
  return (
    contains(box(a.corners, slack), centre(b.corners)) ||
    contains(box(b.corners, slack), centre(a.corners))
  );
}

type Box = { left: number; top: number; right: number; bottom: number };

/** The upright box around a code, wider by `slack` of its longer side. */
function box(corners: readonly Point[], slack: number): Box {
  const xs = corners.map((point) => point.x);
  const ys = corners.map((point) => point.y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const margin = Math.max(right - left, bottom - top) * slack;
  return {
    left: left - margin,
    right: right + margin,
    top: top - margin,
    bottom: bottom + margin,
  };
}

function centre(corners: readonly Point[]): Point {
  const sum = corners.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

function contains({ left, right, top, bottom }: Box, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
