import { clipPolygon, frameQuad, isConvex, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";
import { type LineProfile, placeOn, profileLine } from "./line-profile.ts";
import { intersect, type Line } from "./lines.ts";

/** A possible page: its corners, and its sides, of which side n leads from corner n to the next. */
export type Candidate = {
  quad: Quad;
  sides: [Line, Line, Line, Line];
  score: number;
  /** The share of the side with the most gaps that has an edge under it, however weak. */
  leastCovered: number;
};

/** Opposite sides of a page in perspective differ by less than this angle, in radians. */
const maxConvergence = 0.55;
/** A page has an angle of at least about 52 and at most 128 degrees at each corner. */
const maxCornerCosine = 0.62;
/** A border of the picture counts like half an edge. */
const borderSupport = 0.5;
/** Quads with a weaker weakest side are chance. */
const minSupport = 0.45;
/** Corners may be outside the picture by this share of its size. */
const maxOutside = 0.6;
/** A side has to be in the picture with at least this share of its length. */
const minVisible = 0.15;
/** Sides are longer than this share of the picture's short side. */
const minSide = 0.08;
const lightWeight = 0.15;
/**
 * A page that runs out of the picture has fewer sides to know it by. Paper is lighter than the
 * table along all of them by so many levels, which boards of wood and tiles are not.
 */
const minCutContrast = 24;
const minCutLighter = 0.75;

/** Returns the best of all quads that the lines form: large, with edges along all four sides. */
export function findBestQuad(lines: readonly Line[], edges: Edges): Candidate | undefined {
  const profiles = lines.map((line) => profileLine(line, edges));
  const crossings = lines.map((line) => lines.map((other) => intersect(line, other)));
  const isNear = crossings.map((row) => row.map((point) => isNearPicture(point, edges)));
  const pairs = pairOpposites(lines, edges);
  let best: Candidate | undefined;
  for (const [index, [first, third]] of pairs.entries()) {
    for (let other = index + 1; other < pairs.length; other++) {
      const [second, fourth] = pairs[other]!;
      // Lines have no crossing with themselves, so that this also leaves out a line that is in both
      // pairs.
      if (!isNear[second]![first] || !isNear[first]![fourth]) continue;
      if (!isNear[fourth]![third] || !isNear[third]![second]) continue;
      const quad = [
        crossings[second]![first]!,
        crossings[first]![fourth]!,
        crossings[fourth]![third]!,
        crossings[third]![second]!,
      ] as const;
      if (!isPage(quad)) continue;
      const sides = [profiles[first]!, profiles[fourth]!, profiles[third]!, profiles[second]!];
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

/** Returns the indexes of lines that can be opposite sides of a page. */
function pairOpposites(lines: readonly Line[], { width, height }: Edges): [number, number][] {
  const middle = { x: width / 2, y: height / 2 };
  const minGap = minSide * Math.min(width, height);
  // Where a line passes the middle, along its normal; lines past half a turn have the opposite
  // normal.
  const offsetOf = ({ angle, distance }: Line) =>
    distance - middle.x * Math.cos(angle) - middle.y * Math.sin(angle);
  return lines.flatMap((line, index) =>
    lines.slice(index + 1).flatMap((other, after): [number, number][] => {
      const difference = Math.abs(line.angle - other.angle);
      const isTurned = difference > Math.PI / 2;
      if ((isTurned ? Math.PI - difference : difference) >= maxConvergence) return [];
      const gap = Math.abs(offsetOf(line) - (isTurned ? -1 : 1) * offsetOf(other));
      return difference < 0.1 && gap < minGap ? [] : [[index, index + 1 + after]];
    }),
  );
}

function isNearPicture(point: Point | undefined, { width, height }: Edges): boolean {
  if (!point) return false;
  const { x, y } = point;
  return (
    x > -maxOutside * width &&
    y > -maxOutside * height &&
    x < (1 + maxOutside) * width &&
    y < (1 + maxOutside) * height
  );
}

function isPage(quad: Quad): boolean {
  for (let at = 0; at < 4; at++) if (!hasPageAngle(quad, at)) return false;
  return isConvex(quad);
}

function hasPageAngle(quad: Quad, at: number): boolean {
  const [before, corner, after] = [quad[(at + 3) % 4]!, quad[at]!, quad[(at + 1) % 4]!];
  const [ux, uy] = [before.x - corner.x, before.y - corner.y];
  const [vx, vy] = [after.x - corner.x, after.y - corner.y];
  const product = ux * vx + uy * vy;
  return product * product <= maxCornerCosine ** 2 * (ux * ux + uy * uy) * (vx * vx + vy * vy);
}

/**
 * Scores a quad by its weakest side, by all sides, a little by its area in the picture, and a
 * little by whether it is lighter than what is around it, as paper mostly is. Returns undefined
 * below the score to beat.
 */
function score(
  quad: Quad,
  sides: readonly LineProfile[],
  edges: Edges,
  toBeat: number,
): Candidate | undefined {
  const borders = sides.filter(({ line }) => line.isBorder).length;
  if (borders > 2) return undefined;
  let [sum, light, weakest, leastCovered] = [0, 0, 1, 1];
  for (const [at, side] of sides.entries()) {
    if (side.line.isBorder) {
      sum += borderSupport;
      light += 0.5;
      weakest = Math.min(weakest, borderSupport);
      continue;
    }
    const { coverage, support, contrast, lighter } = measureSide(quad, at, side);
    if (support < minSupport) return undefined;
    leastCovered = Math.min(leastCovered, coverage);
    if (borders > 0 && (contrast < minCutContrast || lighter < minCutLighter)) return undefined;
    sum += support;
    light += lighter;
    weakest = Math.min(weakest, support);
  }
  const shape = (0.55 * (sum / 4) + 0.45 * weakest) * (1 - lightWeight * (1 - light / 4));
  if (shape <= toBeat) return undefined;
  const share =
    Math.abs(signedArea(clipPolygon(quad, frameQuad(edges)))) / (edges.width * edges.height);
  if (share < 0.07 || share > 0.985) return undefined;
  const score = shape * share ** 0.22;
  if (score <= toBeat) return undefined;
  return { quad, sides: sides.map(({ line }) => line) as Candidate["sides"], score, leastCovered };
}

type Side = {
  /** The share of its length with an edge of its direction under it. */
  coverage: number;
  /** The mean of the coverage and of the strength of these edges. */
  support: number;
  /**
   * How much lighter the inside is than the outside, in levels, and the share where it is lighter.
   */
  contrast: number;
  lighter: number;
};

const noSide: Side = { coverage: 0, support: 0, contrast: 0, lighter: 0 };

/** Measures the part of a side that is in the picture. */
function measureSide(quad: Quad, index: number, profile: LineProfile): Side {
  const { line, first, covered, strength, contrast, lighter } = profile;
  const [from, to, opposite] = [quad[index]!, quad[(index + 1) % 4]!, quad[(index + 2) % 4]!];
  const [one, other] = [placeOn(line, from), placeOn(line, to)];
  const length = Math.abs(other - one);
  const limit = (place: number) =>
    Math.min(covered.length - 1, Math.max(0, Math.round(place - first)));
  const [start, end] = [limit(Math.min(one, other)), limit(Math.max(one, other))];
  const visible = end - start;
  if (visible < Math.max(1, length * minVisible)) return noSide;
  const isInsideBeyond =
    opposite.x * Math.cos(line.angle) + opposite.y * Math.sin(line.angle) > line.distance;
  const share = (lighter[end]! - lighter[start]!) / visible;
  const mean = (contrast[end]! - contrast[start]!) / visible;
  const coverage = (covered[end]! - covered[start]!) / visible;
  return {
    coverage,
    support: (coverage + (strength[end]! - strength[start]!) / visible) / 2,
    contrast: isInsideBeyond ? mean : -mean,
    lighter: isInsideBeyond ? share : 1 - share,
  };
}
