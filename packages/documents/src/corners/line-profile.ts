import type { Point } from "../quad.ts";
import type { Edges } from "./edges.ts";
import type { Line } from "./lines.ts";

/**
 * Running sums along the part of a line that is in the picture, one entry for each pixel of its
 * length.
 */
export type LineProfile = {
  line: Line;
  /** The place of the first entry, as `placeOn` gives it. */
  first: number;
  /** The length with an edge of this direction under it, and the strength of these edges. */
  covered: Float32Array;
  strength: Float32Array;
  /**
   * How much lighter it is beyond the line than before it, and the share of the length where it is
   * lighter at all.
   */
  contrast: Float32Array;
  lighter: Float32Array;
};

/** How far from a line the levels on both of its sides are compared: past the blur of the edge. */
const besideLine = 4;

/** Measures a line once, so that any side of a page on it takes two look-ups. */
export function profileLine(line: Line, edges: Edges): LineProfile {
  const { width, height, light } = edges;
  const [cosine, sine] = [Math.cos(line.angle), Math.sin(line.angle)];
  const [first, last] = findSpan(line, cosine, sine, edges);
  const count = Math.max(0, Math.floor(last - first));
  const covered = new Float32Array(count + 1);
  const strength = new Float32Array(count + 1);
  const contrast = new Float32Array(count + 1);
  const lighter = new Float32Array(count + 1);
  const levelAt = (x: number, y: number) => {
    const column = Math.min(width - 1, Math.max(0, Math.round(x)));
    const row = Math.min(height - 1, Math.max(0, Math.round(y)));
    return light[row * width + column]!;
  };
  for (let index = 0; index < count; index++) {
    const along = first + index + 0.5;
    const x = line.distance * cosine - along * sine;
    const y = line.distance * sine + along * cosine;
    const beyond = levelAt(x + besideLine * cosine, y + besideLine * sine);
    const before = levelAt(x - besideLine * cosine, y - besideLine * sine);
    const edge = findEdgeNear(x, y, line.angle, cosine, sine, edges);
    covered[index + 1] = covered[index]! + (edge > 0 ? 1 : 0);
    strength[index + 1] = strength[index]! + edge;
    contrast[index + 1] = contrast[index]! + beyond - before;
    lighter[index + 1] = lighter[index]! + (beyond > before ? 1 : 0);
  }
  return { line, first, covered, strength, contrast, lighter };
}

/**
 * Returns where on a line the foot of a point is, in pixels from the foot of the picture's first
 * corner.
 */
export function placeOn({ angle }: Line, { x, y }: Point): number {
  return y * Math.cos(angle) - x * Math.sin(angle);
}

/**
 * Returns the first and last place of a line in the picture; the last one comes first if it misses
 * the picture.
 */
function findSpan(
  { distance }: Line,
  cosine: number,
  sine: number,
  { width, height }: Edges,
): [first: number, last: number] {
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The coordinate is start + place * slope and has to lie in the picture.
  const limit = (start: number, slope: number, size: number) => {
    if (Math.abs(slope) < 1e-9) {
      if (start < 0 || start > size - 1) last = Number.NEGATIVE_INFINITY;
      return;
    }
    const [one, other] = [-start / slope, (size - 1 - start) / slope];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  };
  limit(distance * cosine, -sine, width);
  limit(distance * sine, cosine, height);
  return [first, last];
}

/**
 * Returns the strength of the strongest edge of this direction within two pixels, and 0 without
 * one.
 */
function findEdgeNear(
  x: number,
  y: number,
  direction: number,
  cosine: number,
  sine: number,
  { width, height, strength, angle }: Edges,
): number {
  let best = 0;
  for (let off = -2; off <= 2; off++) {
    const column = Math.round(x + cosine * off);
    const row = Math.round(y + sine * off);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column;
    if (strength[at]! <= best) continue;
    if (Math.abs(Math.cos(angle[at]! - direction)) > 0.85) best = strength[at]!;
  }
  return best;
}
