import type { Point } from "../quad.ts";
import type { Edges } from "./edges.ts";
import type { Line } from "./lines.ts";

/**
 * Running sums along the part of a line that is in the picture, one entry for each pixel of its
 * length.
 */
export type LineProfile = {
  line: Line;
  /** The position of the first entry along the line, as `projectOn` returns it. */
  first: number;
  /** The length with an edge of this direction under it, in pixels. */
  covered: Float32Array;
  /** The strength of these edges. */
  strength: Float32Array;
  /** The brightness beyond the line minus that before it, in levels. */
  contrast: Float32Array;
  /** The length where it is lighter beyond the line, in pixels. */
  lighter: Float32Array;
};

/**
 * The distance from a line at which brightness is compared, in pixels: beyond the blur of the edge.
 */
const compareDistance = 4;
/** The maximum distance of an edge from the line, in pixels. */
const maxEdgeDistance = 2;
/** The minimum cosine of the angle between an edge and the line. */
const minCosine = 0.85;

/** Measures a line once, so that measuring a side of a page on it takes two look-ups. */
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
    const beyond = levelAt(x + compareDistance * cosine, y + compareDistance * sine);
    const before = levelAt(x - compareDistance * cosine, y - compareDistance * sine);
    const edge = findEdgeNear(x, y, line.angle, cosine, sine, edges);
    covered[index + 1] = covered[index]! + (edge > 0 ? 1 : 0);
    strength[index + 1] = strength[index]! + edge;
    contrast[index + 1] = contrast[index]! + beyond - before;
    lighter[index + 1] = lighter[index]! + (beyond > before ? 1 : 0);
  }
  return { line, first, covered, strength, contrast, lighter };
}

/**
 * Returns the position of a point's projection along a line, in pixels from the projection of the
 * picture's top left corner.
 */
export function projectOn({ angle }: Line, { x, y }: Point): number {
  return y * Math.cos(angle) - x * Math.sin(angle);
}

/**
 * Returns the first and last position of a line in the picture. The last position is less than the
 * first one if the line misses the picture.
 */
function findSpan(
  { distance }: Line,
  cosine: number,
  sine: number,
  { width, height }: Edges,
): [first: number, last: number] {
  let [first, last] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The coordinate start + position * slope has to lie in the picture.
  const limit = (start: number, slope: number, size: number) => {
    if (Math.abs(slope) < 1e-9) {
      if (start < 0 || start > size - 1) last = Number.NEGATIVE_INFINITY;
      return;
    }
    const [a, b] = [-start / slope, (size - 1 - start) / slope];
    first = Math.max(first, Math.min(a, b));
    last = Math.min(last, Math.max(a, b));
  };
  limit(distance * cosine, -sine, width);
  limit(distance * sine, cosine, height);
  return [first, last];
}

/**
 * Returns the strength of the strongest edge of this direction near a point, 0 if there is none.
 */
export function findEdgeNear(
  x: number,
  y: number,
  direction: number,
  cosine: number,
  sine: number,
  { width, height, strength, angle }: Edges,
): number {
  let best = 0;
  for (let offset = -maxEdgeDistance; offset <= maxEdgeDistance; offset++) {
    const column = Math.round(x + cosine * offset);
    const row = Math.round(y + sine * offset);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const index = row * width + column;
    if (strength[index]! <= best) continue;
    if (Math.abs(Math.cos(angle[index]! - direction)) > minCosine) best = strength[index]!;
  }
  return best;
}
