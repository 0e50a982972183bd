import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";

/**
 * Where zxing-cpp has read a DataBar, in pixels of the plane. Each of the two lines from left to
 * right crosses all of the symbol, or one pair of its characters if it is stacked.
 */
type Place = { topLeft: Point; topRight: Point; bottomLeft: Point; bottomRight: Point };

/**
 * A bar or a space of a DataBar is 2.1 (Omnidirectional) to 2.3 modules (Expanded) wide on average.
 */
const meanModules = 2.2;
/** The widest space has nine modules. Neighbors have their guards and paper between them. */
const maxSpaceModules = 10.5;
/** Paper is lighter than this part of the range from dark to light. */
const paperPart = 0.8;
/** The slopes of lines of paper between rows that are tried: up to half a pixel down per pixel. */
const [maxSlope, slopeStep] = [0.5, 0.02];
/** Such a line is at least this high, in pixels. */
const offsetStep = 2;
/** How far the ends of the lines of a symbol may differ, in modules, if it does not lean. */
const maxEndDifference = 3;

/**
 * Whether a DataBar was joined from parts of several symbols. zxing-cpp remembers the pairs of
 * characters of all lines and joins those whose checksum fits, wherever they are, because it has to
 * read stacked symbols. A symbol has no paper between its first pair and its last one: neither a
 * wide space along its first line, nor a line of paper between its rows. Of 46 photos and as many
 * turned ones, no reading is lost.
 */
export function isJoined(plane: Plane, place: Place): boolean {
  const { topLeft, topRight, bottomLeft, bottomRight } = place;
  const length = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  if (length < 1) return false;
  const along = { x: (topRight.x - topLeft.x) / length, y: (topRight.y - topLeft.y) / length };
  const toAlong = (point: Point) =>
    (point.x - topLeft.x) * along.x + (point.y - topLeft.y) * along.y;
  const depth = (bottomLeft.y - topLeft.y) * along.x - (bottomLeft.x - topLeft.x) * along.y;
  const first = sampleLine(plane, topLeft, along, 0, length);
  const [dark, light] = [Math.min(...first), Math.max(...first)];
  const paper = dark + paperPart * (light - dark);
  const module = measureMeanRun(first, (dark + light) / 2) / meanModules;
  const maxShift = Math.abs(depth) * maxSlope + maxEndDifference * module;
  const [start, end] = [toAlong(bottomLeft), toAlong(bottomRight)];
  const isShifted = Math.abs(start) > maxShift || Math.abs(end - length) > maxShift;
  const line = isShifted
    ? sampleLine(plane, topLeft, along, Math.min(0, start, end), Math.max(length, start, end))
    : first;
  if (measureLightRun(line, paper) > maxSpaceModules * module) return true;
  return hasPaperBetween(plane, topLeft, along, length, depth, paper);
}

/** Samples a line between two distances from a point, with a sample for each pixel. */
function sampleLine(plane: Plane, { x, y }: Point, along: Point, from: number, to: number) {
  return Array.from({ length: Math.floor(to - from) + 1 }, (_, i) =>
    interpolate(plane, x + along.x * (from + i), y + along.y * (from + i)),
  );
}

/** The mean length of what is dark or light without a change. */
function measureMeanRun(line: readonly number[], middle: number): number {
  const changes = line.filter((value, i) => i > 0 && value < middle !== line[i - 1]! < middle);
  return line.length / (changes.length + 1);
}

function measureLightRun(line: readonly number[], paper: number): number {
  let [longest, run] = [0, 0];
  for (const value of line) {
    run = value > paper ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Whether a straight line of paper separates the first row of a stack from its last one. */
function hasPaperBetween(
  plane: Plane,
  start: Point,
  along: Point,
  length: number,
  depth: number,
  paper: number,
): boolean {
  const isPaper = (offset: number, slope: number) => {
    for (let i = 0; i <= length; i++) {
      const across = offset + (i - length / 2) * slope;
      const x = start.x + along.x * i - along.y * across;
      const y = start.y + along.y * i + along.x * across;
      if (interpolate(plane, x, y) <= paper) return false;
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
