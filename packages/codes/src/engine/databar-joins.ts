import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";

/**
 * The corners of a DataBar as zxing-cpp has scanned it, in pixels of the plane. The line from the
 * left to the right of each end crosses all of the symbol, or one pair of its characters if it is
 * stacked.
 */
type ScannedCorners = { topLeft: Point; topRight: Point; bottomLeft: Point; bottomRight: Point };

/** A line of `length` pixels. `direction` is a unit vector. */
type Line = { start: Point; direction: Point; length: number };

/**
 * A bar or a space of a DataBar is 2.1 (Omnidirectional) to 2.3 modules (Expanded) wide on average.
 */
const meanModules = 2.2;
/** The widest space has nine modules. Neighbors have their guards and paper between them. */
const maxSpaceModules = 10.5;
/** Paper is lighter than this part of the range from dark to light. */
const paperPart = 0.8;
/** The steepest line of paper between rows that is tried, in pixels down per pixel along it. */
const maxSlope = 0.5;
/** The difference between the slopes that are tried. */
const slopeStep = 0.02;
/**
 * The distance between the lines that are tried, in pixels. Paper between rows is at least this
 * high.
 */
const offsetStep = 2;
/** How far the ends of the lines of a symbol may differ, in modules, if it does not lean. */
const maxEndDifference = 3;

/**
 * Whether a DataBar was joined from parts of several symbols. zxing-cpp remembers the pairs of
 * characters of all lines and joins those whose checksum fits, wherever they are, because it has to
 * read stacked symbols. A symbol has no paper between its first pair and its last one: neither a
 * wide space along its first line, nor a line of paper between its rows. All readings of 46 photos,
 * upright and turned, are kept.
 */
export function isJoined(plane: Plane, corners: ScannedCorners): boolean {
  const { topLeft, topRight, bottomLeft, bottomRight } = corners;
  const length = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  if (length < 1) return false;
  const direction = { x: (topRight.x - topLeft.x) / length, y: (topRight.y - topLeft.y) / length };
  const distanceAlong = (point: Point) =>
    (point.x - topLeft.x) * direction.x + (point.y - topLeft.y) * direction.y;
  const depth = (bottomLeft.y - topLeft.y) * direction.x - (bottomLeft.x - topLeft.x) * direction.y;
  const firstLine = { start: topLeft, direction, length };
  const firstSamples = sampleLine(plane, firstLine, 0, length);
  const [dark, light] = [Math.min(...firstSamples), Math.max(...firstSamples)];
  const minPaper = dark + paperPart * (light - dark);
  const module = measureMeanRun(firstSamples, (dark + light) / 2) / meanModules;
  const maxShift = Math.abs(depth) * maxSlope + maxEndDifference * module;
  const [start, end] = [distanceAlong(bottomLeft), distanceAlong(bottomRight)];
  const isShifted = Math.abs(start) > maxShift || Math.abs(end - length) > maxShift;
  const samples = isShifted
    ? sampleLine(plane, firstLine, Math.min(0, start, end), Math.max(length, start, end))
    : firstSamples;
  if (measureLightRun(samples, minPaper) > maxSpaceModules * module) return true;
  return hasPaperBetween(plane, firstLine, depth, minPaper);
}

/** Samples a line between two distances from its start, with a sample for each pixel. */
function sampleLine(plane: Plane, { start, direction }: Line, from: number, to: number) {
  return Array.from({ length: Math.floor(to - from) + 1 }, (_, i) =>
    interpolate(plane, start.x + direction.x * (from + i), start.y + direction.y * (from + i)),
  );
}

/** The mean length of the dark and light runs of samples, which `threshold` separates. */
function measureMeanRun(samples: readonly number[], threshold: number): number {
  const changes = samples.filter(
    (value, i) => i > 0 && value < threshold !== samples[i - 1]! < threshold,
  );
  return samples.length / (changes.length + 1);
}

/** The length of the longest run of samples that are paper. */
function measureLightRun(samples: readonly number[], minPaper: number): number {
  let [longest, run] = [0, 0];
  for (const value of samples) {
    run = value > minPaper ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/**
 * Whether a straight line of paper separates the first row of a stack from its last one. `depth` is
 * the distance from the first row to the last, negative if the last is above.
 */
function hasPaperBetween(
  plane: Plane,
  { start, direction, length }: Line,
  depth: number,
  minPaper: number,
): boolean {
  const isPaper = (offset: number, slope: number) => {
    for (let i = 0; i <= length; i++) {
      const across = offset + (i - length / 2) * slope;
      const x = start.x + direction.x * i - direction.y * across;
      const y = start.y + direction.y * i + direction.x * across;
      if (interpolate(plane, x, y) <= minPaper) return false;
    }
    return true;
  };
  for (let slope = -maxSlope; slope <= maxSlope; slope += slopeStep) {
    for (let i = 1; i < Math.abs(depth); i += offsetStep) {
      if (isPaper(i * Math.sign(depth), slope)) return true;
    }
  }
  return false;
}
