import type { Point } from "../geometry/point.ts";
import { type FinderPattern, measureFinder } from "./finder-shape.ts";
import type { Contrast } from "./local-contrast.ts";

/**
 * The maximum number of places that are checked, which bounds the time on pictures full of text.
 */
const maxPlaces = 4000;
/** The minimum width of a finder pattern in pixels: modules of a pixel look like noise. */
const minLength = 7;
/** The maximum difference of a run of the ring from one module, in modules. */
const ringTolerance = 0.65;
/** The maximum difference of the core from three modules, in modules. */
const coreTolerance = 1.3;
/** The distance from the center within which another center is the same, in modules. */
const sameDistance = 2;

/**
 * Finds the finder patterns of QR codes, in pixels of the contrast plane. Every line through the
 * center of a finder pattern crosses dark and light as 1:1:3:1:1 (ISO/IEC 18004:2015, 5.3.2), at
 * any angle and nearly so in perspective. Rows that do are checked across and then by rays in all
 * directions.
 */
export function findFinders(contrast: Contrast): FinderPattern[] {
  const { data, width, height } = contrast;
  const found: FinderPattern[] = [];
  /**
   * The starts of the latest runs of the row, in pixels; the last five runs are dark, light, dark,
   * light, dark.
   */
  const edges = new Float64Array(6);
  let checkedCount = 0;
  for (let y = 2; y < height - 2; y++) {
    const start = y * width;
    let edgeCount = 0;
    let isDark = data[start]! < 0;
    for (let x = 1; x < width; x++) {
      const value = data[start + x]!;
      if (value < 0 === isDark) continue;
      const previous = data[start + x - 1]!;
      edges.copyWithin(0, 1);
      edges[5] = x - 1 + previous / (previous - value);
      edgeCount++;
      isDark = !isDark;
      if (isDark || edgeCount < 6) continue;
      if (!hasFinderRatio(edges)) continue;
      const center = { x: (edges[2]! + edges[3]!) / 2, y };
      const module = (edges[5]! - edges[0]!) / 7;
      if (found.some((finder) => isInside(finder, center))) continue;
      if (checkedCount++ > maxPlaces) return found;
      const finder = checkPlace(contrast, center, module);
      if (finder && !found.some((other) => isInside(other, finder.center))) found.push(finder);
    }
  }
  return found;
}

/**
 * Whether five runs between six edges are nearly 1:1:3:1:1. Blur and ink spread shift edges by up
 * to half a module.
 */
function hasFinderRatio(edges: Float64Array): boolean {
  const length = edges[5]! - edges[0]!;
  if (length < minLength) return false;
  const module = length / 7;
  const tolerance = ringTolerance * module;
  return (
    Math.abs(edges[1]! - edges[0]! - module) < tolerance &&
    Math.abs(edges[2]! - edges[1]! - module) < tolerance &&
    Math.abs(edges[3]! - edges[2]! - 3 * module) < coreTolerance * module &&
    Math.abs(edges[4]! - edges[3]! - module) < tolerance &&
    Math.abs(edges[5]! - edges[4]! - module) < tolerance
  );
}

function isInside({ center, module }: FinderPattern, { x, y }: Point): boolean {
  return Math.hypot(center.x - x, center.y - y) < sameDistance * module;
}

/** Centers a place in its column and its row, and measures it. */
function checkPlace(
  contrast: Contrast,
  { x, y }: Point,
  module: number,
): FinderPattern | undefined {
  const column = measureMiddle(contrast, x, y, 0, 1, module * 12);
  if (!column) return undefined;
  const row = measureMiddle(contrast, x, column.middle + y, 1, 0, module * 6);
  if (!row) return undefined;
  return measureFinder(contrast, { x: x + row.middle, y: y + column.middle });
}

/**
 * Returns the middle of the dark run through a point along (`stepX`, `stepY`), relative to the
 * point, or undefined if the runs are not those of a finder pattern.
 */
function measureMiddle(
  contrast: Contrast,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
  reach: number,
): { middle: number } | undefined {
  const { data, width, height } = contrast;
  const startX = Math.round(x);
  const startY = Math.round(y);
  const edges = new Float64Array(6);
  for (const sign of [1, -1]) {
    let isDark = true;
    let edgeCount = 0;
    let previous = -1;
    for (let distance = 0; distance < reach && edgeCount < 3; distance++) {
      const column = startX + sign * stepX * distance;
      const row = startY + sign * stepY * distance;
      if (column < 0 || row < 0 || column >= width || row >= height) break;
      const value = data[row * width + column]!;
      if (distance === 0 && value >= 0) return undefined;
      if (value < 0 !== isDark) {
        const edge = sign * (distance - 1 + previous / (previous - value));
        edges[sign > 0 ? 3 + edgeCount : 2 - edgeCount] = edge;
        edgeCount++;
        isDark = !isDark;
      }
      previous = value;
    }
    if (edgeCount < 3) return undefined;
  }
  if (!hasFinderRatio(edges)) return undefined;
  const middle = (edges[2]! + edges[3]!) / 2;
  return { middle: middle + (stepX === 0 ? startY - y : startX - x) };
}
