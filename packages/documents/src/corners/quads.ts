import { clipPolygon, frameQuad, isConvex, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";
import { type LineProfile, profileLine, projectOn } from "./line-profile.ts";
import { intersect, type Line } from "./lines.ts";

/** A possible page: its corners, and its sides, of which side n leads from corner n to the next. */
export type Candidate = {
  quad: Quad;
  sides: [Line, Line, Line, Line];
  score: number;
  /** The minimum share of a side that has an edge under it, however weak, of all sides. */
  minCoverage: number;
  /** The mean share of the lines just beyond the sides that has an edge under it. */
  overshoot: number;
  /** The share of the picture that it takes. */
  areaShare: number;
};

/** The maximum angle between opposite sides of a page in perspective, in radians. */
const maxConvergence = 0.55;
/** The maximum cosine at a corner: angles are from about 52 to 128 degrees. */
const maxCornerCosine = 0.62;
/** The support of a side on a border of the picture, about half of that of an edge. */
const borderSupport = 0.5;
/** The maximum distance of a corner outside of the picture, as a share of its size. */
const maxOutside = 0.6;
/** The minimum share of a side that lies in the picture. */
const minVisible = 0.15;
/** The minimum distance of parallel sides, as a share of the picture's short side. */
const minSideDistance = 0.08;
/** The angle below which sides are parallel, in radians. */
const parallelAngle = 0.1;
/** The share of the score that is lost if the inside is nowhere lighter than the outside. */
const lightWeight = 0.15;
/** The length of a line beyond each end of a side that is looked at, as a share of the side. */
const beyondShare = 0.25;
/** The minimum share of the picture that a page takes. */
const minAreaShare = 0.07;
/** The maximum share of the picture that a page takes. */
const maxAreaShare = 0.985;
/** The exponent of this share in the score. */
const areaExponent = 0.22;
/** The maximum number of sides on borders of the picture. */
const maxBorders = 2;
/**
 * The minimum contrast of each other side of a page that runs out of the picture, in levels.
 */
const minCutContrast = 24;
/**
 * The minimum share of such a side that is lighter inside. Fewer sides show the page, and boards of
 * wood and tiles are not lighter than the table.
 */
const minCutLighter = 0.75;

/** Lines of a picture, with what is measured once for all quads that they form. */
export type CrossedLines = {
  edges: Edges;
  profiles: LineProfile[];
  crossings: (Point | undefined)[][];
  /** Whether a crossing is so near to the picture that it can be a corner. */
  isNear: boolean[][];
  /** The indexes of lines that can be opposite sides of a page. */
  pairs: [number, number][];
};

/** How candidates are scored. */
type Rule = {
  /** The minimum support of each side: other quads are chance. */
  minSupport: number;
  /** The weight of the mean support of the sides in the score. */
  meanWeight: number;
  /** The weight of the weakest support of the sides in the score. */
  weakestWeight: number;
};

/** The rule for pages of which all sides are in view. */
const wholeRule: Rule = { minSupport: 0.45, meanWeight: 0.55, weakestWeight: 0.45 };
/** The rule for pages of which things may cover most of a side. */
const coveredRule: Rule = { minSupport: 0.12, meanWeight: 1, weakestWeight: 0 };

/** Prepares the search of quads. */
export function crossLines(lines: readonly Line[], edges: Edges): CrossedLines {
  const crossings = lines.map((line) => lines.map((other) => intersect(line, other)));
  return {
    edges,
    profiles: lines.map((line) => profileLine(line, edges)),
    crossings,
    isNear: crossings.map((row) => row.map((point) => isNearPicture(point, edges))),
    pairs: pairOpposites(lines, edges),
  };
}

/** Returns the best of all quads that the lines form: large, with edges along all four sides. */
export function findBestQuad(lines: CrossedLines): Candidate | undefined {
  let best: Candidate | undefined;
  forEachQuad(lines, (quad, sides) => {
    best = score(quad, sides, lines.edges, wholeRule, best?.score ?? 0) ?? best;
  });
  return best;
}

/**
 * Returns the quads that the lines form with the most edges along their sides, the best first. They
 * may have a side of which little is in view. At most `count` are returned.
 */
export function findQuads(lines: CrossedLines, count: number): Candidate[] {
  const best: Candidate[] = [];
  forEachQuad(lines, (quad, sides) => {
    const worst = best.length < count ? 0 : best.at(-1)!.score;
    const candidate = score(quad, sides, lines.edges, coveredRule, worst);
    if (!candidate) return;
    const place = best.findIndex(({ score }) => score < candidate.score);
    best.splice(place < 0 ? best.length : place, 0, candidate);
    if (best.length > count) best.pop();
  });
  return best;
}

function forEachQuad(
  { profiles, crossings, isNear, pairs }: CrossedLines,
  visit: (quad: Quad, sides: readonly LineProfile[]) => void,
): void {
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
      visit(quad, [profiles[first]!, profiles[fourth]!, profiles[third]!, profiles[second]!]);
    }
  }
}

/** Returns the corners of four lines in a row, or undefined if neighbors are nearly parallel. */
export function toQuad(sides: readonly [Line, Line, Line, Line]): Quad | undefined {
  const [first, second, third, fourth] = sides;
  const [a, b] = [intersect(fourth, first), intersect(first, second)];
  const [c, d] = [intersect(second, third), intersect(third, fourth)];
  return a && b && c && d ? [a, b, c, d] : undefined;
}

/** Returns the indexes of lines that can be opposite sides of a page. */
function pairOpposites(lines: readonly Line[], { width, height }: Edges): [number, number][] {
  const middle = { x: width / 2, y: height / 2 };
  const minGap = minSideDistance * Math.min(width, height);
  // The distance of a line from the middle, along its normal. Lines past half a turn have the
  // opposite normal.
  const offsetOf = ({ angle, distance }: Line) =>
    distance - middle.x * Math.cos(angle) - middle.y * Math.sin(angle);
  return lines.flatMap((line, index) =>
    lines.slice(index + 1).flatMap((other, after): [number, number][] => {
      const difference = Math.abs(line.angle - other.angle);
      const isTurned = difference > Math.PI / 2;
      if ((isTurned ? Math.PI - difference : difference) >= maxConvergence) return [];
      const gap = Math.abs(offsetOf(line) - (isTurned ? -1 : 1) * offsetOf(other));
      return difference < parallelAngle && gap < minGap ? [] : [[index, index + 1 + after]];
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
  for (let index = 0; index < 4; index++) if (!hasPageAngle(quad, index)) return false;
  return isConvex(quad);
}

function hasPageAngle(quad: Quad, index: number): boolean {
  const [before, corner, after] = [quad[(index + 3) % 4]!, quad[index]!, quad[(index + 1) % 4]!];
  const [ux, uy] = [before.x - corner.x, before.y - corner.y];
  const [vx, vy] = [after.x - corner.x, after.y - corner.y];
  const product = ux * vx + uy * vy;
  return product * product <= maxCornerCosine ** 2 * (ux * ux + uy * uy) * (vx * vx + vy * vy);
}

/**
 * Scores a quad by its weakest side, by all sides, a little by its area in the picture, and a
 * little by whether it is lighter than its surroundings, as paper mostly is. Returns undefined if
 * the score does not exceed `minScore`.
 */
function score(
  quad: Quad,
  sides: readonly LineProfile[],
  edges: Edges,
  { minSupport, meanWeight, weakestWeight }: Rule,
  minScore: number,
): Candidate | undefined {
  const borderCount = sides.filter(({ line }) => line.isBorder).length;
  if (borderCount > maxBorders) return undefined;
  let [sum, light, weakest, minCoverage, over] = [0, 0, 1, 1, 0];
  for (const [index, side] of sides.entries()) {
    if (side.line.isBorder) {
      sum += borderSupport;
      light += 0.5;
      weakest = Math.min(weakest, borderSupport);
      continue;
    }
    const { coverage, support, contrast, lighter, overshoot } = measureSide(quad, index, side);
    if (support < minSupport) return undefined;
    minCoverage = Math.min(minCoverage, coverage);
    if (borderCount > 0 && (contrast < minCutContrast || lighter < minCutLighter)) return undefined;
    sum += support;
    over += overshoot;
    light += lighter;
    weakest = Math.min(weakest, support);
  }
  const shape =
    (meanWeight * (sum / 4) + weakestWeight * weakest) * (1 - lightWeight * (1 - light / 4));
  if (shape <= minScore) return undefined;
  const share =
    Math.abs(signedArea(clipPolygon(quad, frameQuad(edges)))) / (edges.width * edges.height);
  if (share < minAreaShare || share > maxAreaShare) return undefined;
  const score = shape * share ** areaExponent;
  if (score <= minScore) return undefined;
  return {
    quad,
    sides: sides.map(({ line }) => line) as Candidate["sides"],
    score,
    minCoverage,
    overshoot: over / 4,
    areaShare: share,
  };
}

/** The measures of a side of a candidate. */
type Side = {
  /** The share of the side with an edge of its direction under it. */
  coverage: number;
  /** The mean of the coverage and of the strength of these edges. */
  support: number;
  /** The mean brightness inside minus that outside, in levels. */
  contrast: number;
  /** The share of the side that is lighter inside. */
  lighter: number;
  /** The share of the line just beyond both ends of the side with such an edge under it. */
  overshoot: number;
};

const noSide: Side = { coverage: 0, support: 0, contrast: 0, lighter: 0, overshoot: 0 };

/** Measures the part of a side that is in the picture. */
function measureSide(quad: Quad, index: number, profile: LineProfile): Side {
  const { line, first, covered, strength, contrast, lighter } = profile;
  const [from, to, opposite] = [quad[index]!, quad[(index + 1) % 4]!, quad[(index + 2) % 4]!];
  const [a, b] = [projectOn(line, from), projectOn(line, to)];
  const length = Math.abs(b - a);
  const toEntry = (position: number) =>
    Math.min(covered.length - 1, Math.max(0, Math.round(position - first)));
  const [start, end] = [toEntry(Math.min(a, b)), toEntry(Math.max(a, b))];
  const visible = end - start;
  if (visible < Math.max(1, length * minVisible)) return noSide;
  const isInsideBeyond =
    opposite.x * Math.cos(line.angle) + opposite.y * Math.sin(line.angle) > line.distance;
  const share = (lighter[end]! - lighter[start]!) / visible;
  const mean = (contrast[end]! - contrast[start]!) / visible;
  const coverage = (covered[end]! - covered[start]!) / visible;
  const beyond = Math.round(length * beyondShare);
  const [before, after] = [Math.max(0, start - beyond), Math.min(covered.length - 1, end + beyond)];
  const outside = covered[start]! - covered[before]! + covered[after]! - covered[end]!;
  return {
    coverage,
    support: (coverage + (strength[end]! - strength[start]!) / visible) / 2,
    contrast: isInsideBeyond ? mean : -mean,
    lighter: isInsideBeyond ? share : 1 - share,
    overshoot: outside / Math.max(1, start - before + after - end),
  };
}
