import type { Point } from "../geometry/point.ts";
import { type Contrast, interpolateContrast } from "./local-contrast.ts";

/** A finder pattern of a QR code in pixels of a picture. */
export type FinderPattern = {
  center: Point;
  /** The mean width of a module. */
  module: number;
  /** The part of its rays that cross dark and light as they must, 0 to 1. */
  score: number;
  /**
   * A symmetric matrix (xx, xy, yy) that takes vectors of the picture to modules, up to a rotation:
   * the finder pattern becomes a square with 7 modules per side. In perspective, it holds near the
   * center.
   */
  toModules: { xx: number; xy: number; yy: number };
};

/** The number of rays from a center. */
const rayCount = 24;
/** The directions of the rays, as unit vectors. */
const directions = Array.from({ length: rayCount }, (_, i) => {
  const angle = (2 * Math.PI * (i + 0.5)) / rayCount;
  return { x: Math.cos(angle), y: Math.sin(angle) };
});
/** The minimum part of the rays that cross a finder pattern. */
const minScore = 0.45;
/** The step along a ray, in pixels. */
const rayStep = 0.5;
/** The maximum length of a ray, in pixels. */
const maxRayLength = 200;
/** The maximum difference of the inner edges of a ray from 3/7 and 5/7 of its length. */
const ratioTolerance = 0.15;
/** The maximum length of a ray as a multiple of the core's edge, which is at 3/7, plus pixels. */
const reachOfCore = { factor: 3.8, pixels: 2 };

/**
 * Measures the finder pattern around a center by rays in all directions: each leaves the dark core
 * after 1.5, the light ring after 2.5 and the dark ring after 3.5 parts. Returns undefined if less
 * than half of the rays do.
 */
export function measureFinder(contrast: Contrast, center: Point): FinderPattern | undefined {
  const lengths = new Float64Array(rayCount);
  let validCount = 0;
  for (let i = 0; i < rayCount; i++) {
    lengths[i] = measureRay(contrast, center, directions[i]!);
    if (lengths[i]! > 0) validCount++;
    // The remaining rays cannot reach the minimum part any more.
    if (validCount + rayCount - 1 - i < minScore * rayCount) return undefined;
  }
  completeLengths(lengths);
  const outline = directions.map(({ x, y }, i) => ({ x: x * lengths[i]!, y: y * lengths[i]! }));
  return toFinder(center, outline, validCount / rayCount);
}

/**
 * Returns the distance from the center to the outer edge, or 0 if the ray does not cross a finder
 * pattern.
 */
function measureRay(contrast: Contrast, center: Point, { x, y }: Point): number {
  const edges = [0, 0, 0];
  let edgeCount = 0;
  let isDark = true;
  let previous = -1;
  let reach = maxRayLength;
  for (let distance = rayStep; distance < reach; distance += rayStep) {
    const value = interpolateContrast(contrast, center.x + x * distance, center.y + y * distance);
    if (value < 0 !== isDark) {
      edges[edgeCount++] = distance - rayStep + (rayStep * previous) / (previous - value);
      if (edgeCount === 3) break;
      if (edgeCount === 1) reach = edges[0]! * reachOfCore.factor + reachOfCore.pixels;
      isDark = !isDark;
    }
    previous = value;
  }
  if (edgeCount < 3) return 0;
  const hasFinderRatio =
    Math.abs(edges[0]! / edges[2]! - 3 / 7) < ratioTolerance &&
    Math.abs(edges[1]! / edges[2]! - 5 / 7) < ratioTolerance;
  return hasFinderRatio ? edges[2]! : 0;
}

/**
 * Sets the length of rays without one to that of the opposite ray, or else to the mean of their
 * nearest neighbors.
 */
function completeLengths(lengths: Float64Array): void {
  const measured = lengths.slice();
  for (let i = 0; i < rayCount; i++) {
    if (measured[i]! > 0) continue;
    lengths[i] = measured[(i + rayCount / 2) % rayCount]!;
    if (lengths[i]! > 0) continue;
    let before = 1;
    while (measured[(i - before + rayCount) % rayCount] === 0) before++;
    let after = 1;
    while (measured[(i + after) % rayCount] === 0) after++;
    lengths[i] =
      (measured[(i - before + rayCount) % rayCount]! * after +
        measured[(i + after) % rayCount]! * before) /
      (before + after);
  }
}

/** Computes size and shape from the second moments of the area inside the outline. */
function toFinder(center: Point, outline: Point[], score: number): FinderPattern | undefined {
  let area = 0;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < outline.length; i++) {
    const a = outline[i]!;
    const b = outline[(i + 1) % outline.length]!;
    const cross = a.x * b.y - b.x * a.y;
    area += cross / 2;
    xx += (cross * (a.x * a.x + a.x * b.x + b.x * b.x)) / 12;
    yy += (cross * (a.y * a.y + a.y * b.y + b.y * b.y)) / 12;
    xy += (cross * (2 * a.x * a.y + a.x * b.y + b.x * a.y + 2 * b.x * b.y)) / 24;
  }
  // The second moments of a square of 7 modules are 49 / 12 of its area, so this is the square of
  // the matrix to pixels.
  const factor = 12 / 49 / area;
  const inverse = invertRoot(xx * factor, xy * factor, yy * factor);
  if (!inverse) return undefined;
  const module = Math.sqrt(area) / 7;
  return { center, module, score, toModules: inverse };
}

/**
 * Returns the inverse of the square root of a symmetric positive matrix, or undefined if it is not
 * positive.
 */
function invertRoot(xx: number, xy: number, yy: number): FinderPattern["toModules"] | undefined {
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-9)) return undefined;
  const root = Math.sqrt(determinant);
  const trace = Math.sqrt(xx + yy + 2 * root);
  // Square root by Cayley-Hamilton: (matrix + root) / trace, with determinant `root`; the inverse
  // swaps the diagonal.
  return { xx: (yy + root) / trace / root, xy: -xy / trace / root, yy: (xx + root) / trace / root };
}

/** Converts a vector of the picture to modules, up to a rotation. */
export function toModules({ toModules: { xx, xy, yy } }: FinderPattern, { x, y }: Point): Point {
  return { x: xx * x + xy * y, y: xy * x + yy * y };
}
