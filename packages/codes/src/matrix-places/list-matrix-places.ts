import { type Box, findBounds } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Plane, shrink } from "../plane.ts";
import type { Reading } from "../readings/reading.ts";
import { type CornerEnergy, cellSize, measureCornerEnergy } from "./corner-energy.ts";

/** The maximum number of places of a plane. */
const maxPlaces = 64;
/** The factor between the sides of windows of successive sizes. */
const growth = 1.4;
/**
 * The minimum side of a window in cells. It just fits into a symbol of 10 modules of 2 pixels
 * (ISO/IEC 16022:2006, 5.3).
 */
const minCells = 5;
/** The minimum change along the weakest direction, as the mean square of a pixel, against noise. */
const minCorners = 300;
/** The minimum change of the weakest quarter of a window, as a part of that of the whole window. */
const minQuarterPart = 0.3;
/** The maximum part of their joint area that two different places share. */
const maxSharedPart = 0.3;
/**
 * The side of a place as a multiple of the side of its window: the window lies within the symbol,
 * and the place also has the symbol's margins.
 */
const boxFactor = 1.9;
/**
 * The minimum factor by which change around a window lowers its score: codes that nearly touch each
 * other have about as much change around them as within.
 */
const minCalm = 0.15;
/** The minimum score of a place, as a part of the highest score. */
const minScorePart = 0.2;
/** The surroundings of a window that are compared with it, as a part of its side on each side. */
const marginPart = 0.45;
/** The range of sides of windows on codes as large as a known one, as parts of the known side. */
const [minKnownPart, maxKnownPart] = [0.65, 1.05];
/** The factor by which the score of such windows grows. */
const knownSizeFactor = 3;
/**
 * The minimum long side of a halved plane in pixels. Halving averages noise and the threads of
 * cloth.
 */
const minSide = 800;

/** A square of cells: its top left, its side and its score as a matrix code. */
type Window = { x: number; y: number; side: number; score: number };

/**
 * Lists the places of a plane that look like matrix codes, at most 64 and the likeliest first, as
 * boxes in pixels of the frame. They are squares in which the brightness changes evenly and in two
 * directions, with their margins. Places on a code of `readings` are left out, and places as large
 * as such a code come first. Places of different sizes may overlap.
 */
export function listMatrixPlaces(whole: Plane, readings: readonly Reading[]): Box[] {
  const plane = shrink(whole, Math.max(minSide, Math.max(whole.width, whole.height) / 2));
  const energy = measureCornerEnergy(plane);
  const sides = readings.map(({ corners }) => sideOf(corners) / plane.scale / cellSize);
  const windows = listWindows(energy, sides);
  windows.sort((a, b) => b.score - a.score);
  const places: Window[] = [];
  for (const window of windows) {
    if (places.length >= maxPlaces) break;
    if (readings.some(({ corners }) => isOn(corners, window, plane.scale))) continue;
    if (places.some((place) => measureShared(place, window) > maxSharedPart)) continue;
    places.push(window);
  }
  return places.map((window) => toBox(window, plane));
}

/** Lists windows of all sizes with a high score, at steps of a fifth of their side. */
function listWindows(energy: CornerEnergy, sides: readonly number[]): Window[] {
  const windows: Window[] = [];
  let minScore = 0;
  const maxSide = Math.min(energy.columns, energy.rows);
  for (let size: number = minCells; size <= maxSide; size = Math.ceil(size * growth)) {
    const isKnownSize = sides.some(
      (side) => size < side * maxKnownPart && size > side * minKnownPart,
    );
    const step = Math.max(2, Math.round(size / 5));
    for (let y = 0; y + size <= energy.rows; y += step) {
      for (let x = 0; x + size <= energy.columns; x += step) {
        const score = scoreWindow(energy, x, y, size);
        if (score <= minScore) continue;
        minScore = Math.max(minScore, score * minScorePart);
        windows.push({ x, y, side: size, score: isKnownSize ? knownSizeFactor * score : score });
      }
    }
  }
  return windows.filter(({ score }) => score > minScore);
}

/**
 * Scores a window as a matrix code: the score is high if it changes strongly, in all its quarters,
 * along two directions at right angles, and more than its surroundings.
 */
function scoreWindow(energy: CornerEnergy, x: number, y: number, size: number): number {
  const corners = energy.measureCorners(x, y, x + size, y + size);
  if (corners < minCorners) return 0;
  const half = size >> 1;
  const otherHalf = size - half;
  const minQuarter = corners * minQuarterPart;
  const quarter1 = energy.measureCorners(x, y, x + half, y + half);
  if (quarter1 < minQuarter) return 0;
  const quarter2 = energy.measureCorners(x + otherHalf, y, x + size, y + half);
  if (quarter2 < minQuarter) return 0;
  const quarter3 = energy.measureCorners(x, y + otherHalf, x + half, y + size);
  if (quarter3 < minQuarter) return 0;
  const quarter4 = energy.measureCorners(x + otherHalf, y + otherHalf, x + size, y + size);
  if (quarter4 < minQuarter) return 0;
  const evenness = Math.min(quarter1, quarter2, quarter3, quarter4) / corners;
  const margin = Math.max(1, Math.round(size * marginPart));
  const outer = energy.measureCorners(x - margin, y - margin, x + size + margin, y + size + margin);
  const share = (size / (size + 2 * margin)) ** 2;
  const around = (outer - corners * share) / (1 - share);
  const calm = Math.max(minCalm, 1 - around / corners);
  const squareness = energy.measureSquareness(x, y, x + size, y + size);
  return Math.sqrt(Math.sqrt(corners) * size) * evenness * calm * (0.2 + squareness);
}

function toBox({ x, y, side }: Window, { width, height, scale }: Plane): Box {
  const center = { x: (x + side / 2) * cellSize, y: (y + side / 2) * cellSize };
  const reach = (side * cellSize * boxFactor) / 2 + cellSize;
  const left = Math.max(0, Math.floor(center.x - reach));
  const top = Math.max(0, Math.floor(center.y - reach));
  const right = Math.min(width, Math.ceil(center.x + reach));
  const bottom = Math.min(height, Math.ceil(center.y + reach));
  return {
    x: left * scale,
    y: top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  };
}

/** Returns the part of the joint area of two windows that both cover. */
function measureShared(a: Window, b: Window): number {
  const width = Math.min(a.x + a.side, b.x + b.side) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.side, b.y + b.side) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.side ** 2 + b.side ** 2 - shared);
}

/** Whether the center of a window lies in the box of a code that is not much smaller. */
function isOn(corners: Corners, { x, y, side }: Window, scale: number): boolean {
  const center = {
    x: (x + side / 2) * cellSize * scale,
    y: (y + side / 2) * cellSize * scale,
  };
  const { left, top, right, bottom } = findBounds(corners);
  const isLarger = side * cellSize * scale > 2 * Math.max(right - left, bottom - top);
  return !isLarger && center.x > left && center.x < right && center.y > top && center.y < bottom;
}

function sideOf([topLeft, topRight]: Corners): number {
  return Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
}
