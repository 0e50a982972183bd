import type { Corners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { type FinderPattern, toModules } from "./finder-shape.ts";

/** Three finder patterns that may belong to a code, or two if one is hidden. */
export type FinderGroup = {
  finders: FinderPattern[];
  /**
   * The centers of the finder patterns at top left, top right and bottom left, and between the last
   * two the point that completes the square, all in the order of corners. In a mirrored code, top
   * right and bottom left are swapped.
   */
  centers: Corners;
  /**
   * The corners of the square that are only estimated: the one without a finder pattern, and that
   * of a hidden one.
   */
  estimated: number[];
  /** The width of a module in pixels along the shorter side. */
  module: number;
  /** The versions whose finder patterns may be that far apart, the likeliest first. */
  versions: number[];
  /**
   * The deviation of the centers from a square in perspective, plus the doubt in the finder
   * patterns: 0 is perfect.
   */
  error: number;
};

/** The maximum number of finder patterns that are grouped, which bounds the number of triples. */
const maxFinders = 24;
/** The maximum error of a group. */
const maxError = 1.2;
/**
 * The minimum and maximum distance of two centers in modules: version 1 has 14, version 40 has 170.
 */
const [minDistance, maxDistance] = [11, 190];

/**
 * Groups finder patterns, best first. Each is compared with the square that its own shape predicts.
 */
export function groupFinders(finders: FinderPattern[]): FinderGroup[] {
  const best = finders.toSorted((a, b) => b.score - a.score).slice(0, maxFinders);
  const groups: FinderGroup[] = [];
  for (const topLeft of best) {
    for (const topRight of best) {
      if (topRight === topLeft || !isSimilar(topLeft, topRight)) continue;
      for (const bottomLeft of best) {
        if (bottomLeft === topLeft || bottomLeft === topRight) continue;
        const group = createGroup(topLeft, topRight, bottomLeft);
        if (group) groups.push(group);
      }
    }
  }
  return groups.sort((a, b) => a.error - b.error);
}

/**
 * The maximum ratio of the modules of two finder patterns of a code. It holds even if the far edge
 * of the code looks half as long as the near one.
 */
const maxModuleRatio = 3;

/** Whether two finder patterns may belong to one code by their size. */
export function isSimilar(a: FinderPattern, b: FinderPattern): boolean {
  return a.module < maxModuleRatio * b.module && b.module < maxModuleRatio * a.module;
}

function createGroup(
  topLeft: FinderPattern,
  topRight: FinderPattern,
  bottomLeft: FinderPattern,
): FinderGroup | undefined {
  if (!isSimilar(topLeft, bottomLeft) || !isSimilar(topRight, bottomLeft)) return undefined;
  const right = subtract(topRight.center, topLeft.center);
  const down = subtract(bottomLeft.center, topLeft.center);
  if (right.x * down.y - right.y * down.x <= 0) return undefined;
  const width = measureDistance(topLeft, topRight);
  const height = measureDistance(topLeft, bottomLeft);
  const distance = (width + height) / 2;
  if (distance < minDistance || distance > maxDistance) return undefined;
  const diagonal = subtract(bottomLeft.center, topRight.center);
  const reversed = (vector: Point) => ({ x: -vector.x, y: -vector.y });
  const doubt = 3 - topLeft.score - topRight.score - bottomLeft.score;
  const error =
    doubt / 2 +
    2 * Math.abs(Math.log(width / height)) +
    Math.abs(cosine(topLeft, right, down)) +
    Math.abs(cosine(topRight, reversed(right), diagonal) - Math.SQRT1_2) +
    Math.abs(cosine(bottomLeft, reversed(down), reversed(diagonal)) - Math.SQRT1_2);
  if (!(error < maxError)) return undefined;
  const bottomRight = completeSquare(topLeft, topRight, bottomLeft);
  if (!bottomRight) return undefined;
  return {
    finders: [topLeft, topRight, bottomLeft],
    centers: [topLeft.center, topRight.center, bottomRight, bottomLeft.center],
    estimated: [2],
    module: Math.min(Math.hypot(right.x, right.y), Math.hypot(down.x, down.y)) / distance,
    versions: listVersions(distance),
    error,
  };
}

/**
 * Lists the versions whose finder patterns may be `distance` modules apart, the likeliest first.
 */
export function listVersions(distance: number): number[] {
  const estimate = (distance - 10) / 4;
  // The error of the estimate grows with the distance.
  const tolerance = 0.8 + distance / 60;
  const versions: number[] = [];
  for (let version = 1; version <= 40; version++) {
    if (Math.abs(version - estimate) <= tolerance) versions.push(version);
  }
  return versions.sort((a, b) => Math.abs(a - estimate) - Math.abs(b - estimate));
}

/**
 * Returns the distance of two centers in modules. Along a line in perspective, the geometric mean
 * of the scales at both ends is exactly the mean scale between them.
 */
export function measureDistance(a: FinderPattern, b: FinderPattern): number {
  const vector = subtract(b.center, a.center);
  const atA = toModules(a, vector);
  const atB = toModules(b, vector);
  return Math.sqrt(Math.hypot(atA.x, atA.y) * Math.hypot(atB.x, atB.y));
}

/** Returns the cosine of the angle between two vectors as the finder pattern sees them. */
function cosine(finder: FinderPattern, vector1: Point, vector2: Point): number {
  const a = toModules(finder, vector1);
  const b = toModules(finder, vector2);
  return (a.x * b.x + a.y * b.y) / (Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y));
}

/**
 * Returns the fourth center. A projective map scales areas by the third power of the inverse depth,
 * so the areas of the finder patterns give their depths; depth, and position times depth, are
 * linear over the code.
 */
function completeSquare(
  topLeft: FinderPattern,
  topRight: FinderPattern,
  bottomLeft: FinderPattern,
): Point | undefined {
  const depths = [topLeft, topRight, bottomLeft].map(({ module }) => module ** (-2 / 3));
  const depth = depths[1]! + depths[2]! - depths[0]!;
  if (depth < depths[0]! / 3) return undefined;
  const complete = (axis: "x" | "y") =>
    (topRight.center[axis] * depths[1]! +
      bottomLeft.center[axis] * depths[2]! -
      topLeft.center[axis] * depths[0]!) /
    depth;
  return { x: complete("x"), y: complete("y") };
}

function subtract(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}
