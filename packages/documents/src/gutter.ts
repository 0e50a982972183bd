import { quantile } from "./histogram.ts";
import { toGreyMap } from "./ocr/grey-map.ts";
import type { Picture } from "./picture.ts";

/** The range in which the two pages of a book meet, as shares of the width. */
const [minPosition, maxPosition] = [0.36, 0.64];
/** The minimum shadow of a gutter, as a share of the brightness of the paper beside it. */
const minShadow = 0.06;
/** The long side in which a spread is measured, in pixels. */
const measuredSide = 600;
/** The quantile of the levels of a column that is taken for its paper. */
const paperQuantile = 0.75;
/** The width of the spread divided by the radius of the mean of columns. */
const radiusDivisor = 150;

/**
 * Returns where the two pages of an open book meet, as a share of the width from 0 to 1: in the
 * darkest line of paper near the middle. Returns 0.5 where no line is clearly darker. `spread` is a
 * straightened picture of both pages, upright, with the light as it was photographed.
 */
export function findGutter(spread: Picture): number {
  const paper = measurePaper(spread);
  const count = paper.length;
  const middle = paper.slice(Math.floor(minPosition * count), Math.ceil(maxPosition * count));
  const darkest = Math.min(...middle);
  const light = [...paper].sort((a, b) => a - b)[count >> 1]!;
  const shadow = light - darkest;
  if (shadow < minShadow * light) return 0.5;
  // The middle of the darkest part varies less than its darkest line.
  let weights = 0;
  let sum = 0;
  for (const [index, level] of middle.entries()) {
    const weight = Math.max(0, darkest + shadow / 4 - level);
    weights += weight;
    sum += weight * (Math.floor(minPosition * count) + index + 0.5);
  }
  return Math.min(maxPosition, Math.max(minPosition, sum / weights / count));
}

/** Returns the brightness of the paper in each column: most of a column of text is paper. */
function measurePaper(spread: Picture): number[] {
  const { width, height, data } = toGreyMap(spread, measuredSide);
  const levels = Array.from({ length: width }, (_, x) => {
    const histogram = new Uint32Array(256);
    for (let y = 0; y < height; y++) histogram[data[y * width + x]!]! += 1;
    return quantile(histogram, paperQuantile * height);
  });
  const radius = Math.max(1, Math.round(width / radiusDivisor));
  return levels.map((_, x) => {
    const neighbors = levels.slice(Math.max(0, x - radius), x + radius + 1);
    return neighbors.reduce((sum, level) => sum + level, 0) / neighbors.length;
  });
}
