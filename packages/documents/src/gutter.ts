import { quantile } from "./histogram.ts";
import { toGreyMap } from "./ocr/grey-map.ts";
import type { Picture } from "./picture.ts";

/** The share of the width in which the two pages of a book meet. */
const from = 0.36;
const to = 0.64;

/** The shadow of a gutter takes at least this much of the brightness of the paper beside it. */
const leastShadow = 0.06;

/**
 * Returns where the two pages of an open book meet, as a share of the width from 0 to 1: in the
 * darkest line of paper near the middle. Returns 0.5 where no line is clearly darker. `spread` is a
 * straightened picture of both pages, upright, with the light as it was photographed.
 */
export function findGutter(spread: Picture): number {
  const paper = measurePaper(spread);
  const count = paper.length;
  const middle = paper.slice(Math.floor(from * count), Math.ceil(to * count));
  const darkest = Math.min(...middle);
  const light = [...paper].sort((a, b) => a - b)[count >> 1]!;
  const shadow = light - darkest;
  if (shadow < leastShadow * light) return 0.5;
  // The middle of the darkest part lies steadier than its darkest line.
  let weights = 0;
  let sum = 0;
  for (const [index, level] of middle.entries()) {
    const weight = Math.max(0, darkest + shadow / 4 - level);
    weights += weight;
    sum += weight * (Math.floor(from * count) + index + 0.5);
  }
  return Math.min(to, Math.max(from, sum / weights / count));
}

/** Returns the brightness of the paper in each column: most of a column of text is paper. */
function measurePaper(spread: Picture): number[] {
  const { width, height, data } = toGreyMap(spread, 600);
  const levels = Array.from({ length: width }, (_, x) => {
    const histogram = new Uint32Array(256);
    for (let y = 0; y < height; y++) histogram[data[y * width + x]!]! += 1;
    return quantile(histogram, 0.75 * height);
  });
  const radius = Math.max(1, Math.round(width / 150));
  return levels.map((_, x) => {
    const near = levels.slice(Math.max(0, x - radius), x + radius + 1);
    return near.reduce((sum, level) => sum + level, 0) / near.length;
  });
}
