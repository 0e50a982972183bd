import { clipPolygon, frameQuad, isConvex, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";
import { intersect, type Line } from "./lines.ts";

/** A possible page: its corners, and its sides, of which side n leads from corner n to the next. */
export type Candidate = {
  quad: Quad;
  sides: [Line, Line, Line, Line];
  score: number;
  weakest: number;
};

/** Opposite sides of a page in perspective differ by less than this angle, in radians. */
const maxConvergence = 0.55;
/** A page has an angle of at least about 52 and at most 128 degrees at each corner. */
const maxCornerCosine = 0.62;
/** A border of the picture counts like half an edge. */
const borderSupport = 0.5;
/** Corners may be outside the picture by this share of its size. */
const maxOutside = 0.6;
/** A side has to be in the picture with at least this share of its length. */
const minVisible = 0.15;
const lightWeight = 0.15;

/** Returns the best of all quads that the lines form: large, with edges along all four sides. */
export function findBestQuad(lines: readonly Line[], edges: Edges): Candidate | undefined {
  const pairs = pairOpposites(lines);
  let best: Candidate | undefined;
  for (const [index, [first, third]] of pairs.entries()) {
    for (const [second, fourth] of pairs.slice(index + 1)) {
      const sides = [first, fourth, third, second] as [Line, Line, Line, Line];
      if (new Set(sides).size < 4 || sides.filter(({ isBorder }) => isBorder).length > 2) continue;
      const quad = toQuad(sides);
      if (!quad || !isPlausible(quad, edges)) continue;
      const candidate = score(quad, sides, edges, best?.score ?? 0);
      if (candidate) best = candidate;
    }
  }
  return best;
}

/** Returns the corners of four lines in a row, or undefined if neighbors are nearly parallel. */
export function toQuad(sides: readonly [Line, Line, Line, Line]): Quad | undefined {
  const [first, second, third, fourth] = sides;
  const corners = [
    intersect(fourth, first),
    intersect(first, second),
    intersect(second, third),
    intersect(third, fourth),
  ];
  return corners.includes(undefined) ? undefined : (corners as unknown as Quad);
}

function pairOpposites(lines: readonly Line[]): [Line, Line][] {
  return lines.flatMap((line, index) =>
    lines.slice(index + 1).flatMap((other): [Line, Line][] => {
      const difference = Math.abs(line.angle - other.angle);
      return Math.min(difference, Math.PI - difference) < maxConvergence ? [[line, other]] : [];
    }),
  );
}

function isPlausible(quad: Quad, { width, height }: Edges): boolean {
  const isNear = ({ x, y }: Point) =>
    x > -maxOutside * width &&
    y > -maxOutside * height &&
    x < (1 + maxOutside) * width &&
    y < (1 + maxOutside) * height;
  return quad.every(isNear) && isConvex(quad) && quad.every((_, at) => hasPageAngle(quad, at));
}

function hasPageAngle(quad: Quad, at: number): boolean {
  const [before, corner, after] = [quad[(at + 3) % 4]!, quad[at]!, quad[(at + 1) % 4]!];
  const [ux, uy] = [before.x - corner.x, before.y - corner.y];
  const [vx, vy] = [after.x - corner.x, after.y - corner.y];
  const cosine = (ux * vx + uy * vy) / (Math.hypot(ux, uy) * Math.hypot(vx, vy) + 1e-6);
  return Math.abs(cosine) <= maxCornerCosine;
}

/**
 * Scores a quad by its weakest side, by all sides, a little by its area in the picture, and a little by whether it is lighter
 * than what is around it, as paper mostly is. Returns undefined below the score to beat.
 */
function score(
  quad: Quad,
  sides: [Line, Line, Line, Line],
  edges: Edges,
  toBeat: number,
): Candidate | undefined {
  const share =
    Math.abs(signedArea(clipPolygon(quad, frameQuad(edges)))) / (edges.width * edges.height);
  if (share < 0.07 || share > 0.985) return undefined;
  const size = share ** 0.22;
  let [sum, light, weakest] = [0, 0, 1];
  for (const [at, side] of sides.entries()) {
    const [support, lighter] = side.isBorder
      ? [borderSupport, 0.5]
      : measureSide(quad, at, side, edges);
    sum += support;
    light += lighter;
    weakest = Math.min(weakest, support);
    // The sides to come have a support of at most 1 each.
    if ((0.55 * ((sum + 3 - at) / 4) + 0.45 * weakest) * size <= toBeat) return undefined;
  }
  const score = (0.55 * (sum / 4) + 0.45 * weakest) * size * (1 - lightWeight * (1 - light / 4));
  return score > toBeat ? { quad, sides, weakest, score } : undefined;
}

/**
 * Measures the part of a side that is in the picture: the share with an edge of its direction under it, and the share where
 * the inside is lighter than the outside, both from 0 to 1.
 */
function measureSide(
  quad: Quad,
  index: number,
  side: Line,
  edges: Edges,
): [support: number, lighter: number] {
  const { width, height, light } = edges;
  const [from, to, opposite] = [quad[index]!, quad[(index + 1) % 4]!, quad[(index + 2) % 4]!];
  const [cosine, sine] = [Math.cos(side.angle), Math.sin(side.angle)];
  const inward = Math.sign(opposite.x * cosine + opposite.y * sine - side.distance);
  const steps = Math.max(8, Math.round(Math.hypot(to.x - from.x, to.y - from.y)));
  let [sum, lighter, visible] = [0, 0, 0];
  for (let step = 1; step < steps; step++) {
    const x = from.x + ((to.x - from.x) * step) / steps;
    const y = from.y + ((to.y - from.y) * step) / steps;
    if (x < 0 || y < 0 || x > width - 1 || y > height - 1) continue;
    visible++;
    sum += findEdgeNear(x, y, side.angle, cosine, sine, edges);
    const levelAt = (off: number) => {
      const column = Math.min(width - 1, Math.max(0, Math.round(x + cosine * off)));
      const row = Math.min(height - 1, Math.max(0, Math.round(y + sine * off)));
      return light[row * width + column]!;
    };
    if (levelAt(4 * inward) > levelAt(-4 * inward)) lighter++;
  }
  if (visible < steps * minVisible) return [0, 0];
  return [sum / visible, lighter / visible];
}

/** Returns 0.5 to 1 by the strength of the strongest edge of this direction within two pixels, and 0 without one. */
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
    const [column, row] = [Math.round(x + cosine * off), Math.round(y + sine * off)];
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const at = row * width + column;
    if (strength[at]! <= best) continue;
    if (Math.abs(Math.cos(angle[at]! - direction)) > 0.85) best = strength[at]!;
  }
  return best > 0 ? 0.5 + 0.5 * best : 0;
}
