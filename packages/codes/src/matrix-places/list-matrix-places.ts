import { type Box, findBounds } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Plane, shrink } from "../plane.ts";
import type { Reading } from "../readings/reading.ts";
import { type CornerEnergy, cellSize, measureCornerEnergy } from "./corner-energy.ts";

/** The most places of a plane. */
const maxPlaces = 64;
/** The sides of the windows, in cells, grow by this factor. */
const growth = 1.4;
/**
 * A symbol of 10 modules of 2 pixels (ISO/IEC 16022:2006, 5.3) just contains a window of this many
 * cells.
 */
const minCells = 5;
/** The least change along the weakest direction, as the mean square of a pixel, against noise. */
const minCorners = 300;
/** The weakest quarter of a window has at least this part of the change of the whole window. */
const minQuarter = 0.3;
/** Two places that share more than this part of their joint area are one. */
const maxShared = 0.3;
/**
 * The sides of a place are those of its window times this: the window lies within the symbol, the
 * place has its margins.
 */
const boxFactor = 1.9;

/** Codes that nearly touch each other have about as much change around them as within. */
const minCalm = 0.15;
/** The least score of a place, as a part of the highest one. */
const minPart = 0.2;

/**
 * Planes are halved, so that the threads of cloth and noise are averaged, but not to less than
 * this.
 */
const minSide = 800;

type Window = { x: number; y: number; side: number; score: number };

/**
 * Lists the places of a plane that look like matrix codes, the likeliest first, at most 64: squares
 * in which the brightness changes evenly and in two directions, with their surroundings, as boxes
 * in pixels of the frame. Places on a code of `readings` are left out, and those as large as one of
 * them come first. Places of different sizes may overlap.
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
    if (places.some((place) => measureShared(place, window) > maxShared)) continue;
    places.push(window);
  }
  return places.map((window) => toBox(window, plane));
}

/** Measures windows of all sizes at steps of a quarter of their side. */
function listWindows(energy: CornerEnergy, sides: readonly number[]): Window[] {
  const windows: Window[] = [];
  let least = 0;
  const maxSide = Math.min(energy.columns, energy.rows);
  for (let size: number = minCells; size <= maxSide; size = Math.ceil(size * growth)) {
    const isUsual = sides.some((side) => size < side * 1.05 && size > side * 0.65);
    const step = Math.max(2, Math.round(size / 5));
    for (let y = 0; y + size <= energy.rows; y += step) {
      for (let x = 0; x + size <= energy.columns; x += step) {
        const score = scoreWindow(energy, x, y, size);
        if (score <= least) continue;
        least = Math.max(least, score * minPart);
        windows.push({ x, y, side: size, score: isUsual ? 3 * score : score });
      }
    }
  }
  return windows.filter(({ score }) => score > least);
}

function scoreWindow(energy: CornerEnergy, x: number, y: number, size: number): number {
  const corners = energy.measureCorners(x, y, x + size, y + size);
  if (corners < minCorners) return 0;
  const half = size >> 1;
  const far = size - half;
  const least = corners * minQuarter;
  const quarter1 = energy.measureCorners(x, y, x + half, y + half);
  if (quarter1 < least) return 0;
  const quarter2 = energy.measureCorners(x + far, y, x + size, y + half);
  if (quarter2 < least) return 0;
  const quarter3 = energy.measureCorners(x, y + far, x + half, y + size);
  if (quarter3 < least) return 0;
  const quarter4 = energy.measureCorners(x + far, y + far, x + size, y + size);
  if (quarter4 < least) return 0;
  const evenness = Math.min(quarter1, quarter2, quarter3, quarter4) / corners;
  const margin = Math.max(1, Math.round(size * 0.45));
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

function measureShared(a: Window, b: Window): number {
  const width = Math.min(a.x + a.side, b.x + b.side) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.side, b.y + b.side) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.side ** 2 + b.side ** 2 - shared);
}

/**
 * Whether the center of a window lies in the box of a code, and the window is not much larger than
 * it.
 */
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
