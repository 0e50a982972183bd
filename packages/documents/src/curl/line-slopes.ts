import type { Channel } from "../corners/channels.ts";

/** The brightness of a page, row by row. */
export type PageLight = { width: number; height: number; light: Channel };

/**
 * How far the lines of text go down between two places of the same height: `x` and `nextX` are
 * parts of the width, `y` of the height, `fall` is in rows, and `weight` from 0 to 1.
 */
export type LineSlope = { x: number; nextX: number; y: number; fall: number; weight: number };

/** The number of strips of a page that are compared, each with the next. */
const strips = 24;
/** The rows around a row in which the brightest is the paper. */
const paperRadius = 12;
/** The rows above and below a place that are compared: about four lines of text. */
const windowRadius = 30;
/** The maximum fall between two strips, in rows: less than half the distance of two lines. */
const maxFall = 5;
/** The number of rows from one place to the next. */
const rowStep = 14;
/** The minimum variance of the ink in a place with text, in squared levels. */
const minVariance = 9;
/** The minimum correlation of the same lines in two strips. */
const minCorrelation = 0.5;

/**
 * Measures the slopes of the lines of text on a page: the ink in the rows of a strip correlates
 * with that of the next strip, shifted by the fall of the lines. The outermost strips are left out,
 * because the table may be seen in them.
 */
export function measureLineSlopes(page: PageLight): LineSlope[] {
  const inks = Array.from({ length: strips }, (_, strip) => profileInk(page, strip));
  const slopes: LineSlope[] = [];
  const border = windowRadius + maxFall;
  for (let strip = 1; strip + 2 < strips; strip++) {
    for (let row = border; row < page.height - border; row += rowStep) {
      const found = findFall(inks[strip]!, inks[strip + 1]!, row);
      if (!found) continue;
      const [x, nextX] = [(strip + 0.5) / strips, (strip + 1.5) / strips];
      slopes.push({ x, nextX, y: row / page.height, ...found });
    }
  }
  return slopes;
}

/** Returns how much darker than the paper each row of a strip is, smoothed. */
function profileInk({ width, height, light }: PageLight, strip: number): Float32Array {
  const from = Math.round((strip * width) / strips);
  const to = Math.round(((strip + 1) * width) / strips);
  const means = Float32Array.from({ length: height }, (_, row) => {
    let sum = 0;
    for (let x = from; x < to; x++) sum += light[row * width + x]!;
    return sum / Math.max(1, to - from);
  });
  const ink = means.map((mean, row) => {
    const around = means.subarray(Math.max(0, row - paperRadius), row + paperRadius + 1);
    return Math.max(...around) - mean;
  });
  return ink.map(
    (value, row) => ((ink[row - 1] ?? value) + 2 * value + (ink[row + 1] ?? value)) / 4,
  );
}

/** Finds the fall with the best correlation, between rows by a parabola. */
function findFall(
  ink: Float32Array,
  next: Float32Array,
  row: number,
): { fall: number; weight: number } | undefined {
  const correlations = Array.from({ length: 2 * maxFall + 1 }, (_, index) =>
    correlate(ink, row, next, row + index - maxFall),
  );
  const peak = Math.max(...correlations);
  const best = correlations.indexOf(peak);
  const [before, after] = [correlations[best - 1], correlations[best + 1]];
  if (peak < minCorrelation || before === undefined || after === undefined) return undefined;
  const curvature = before + after - 2 * peak;
  const offset = curvature < 0 ? (before - after) / (2 * curvature) : 0;
  return { fall: best - maxFall + offset, weight: peak ** 2 };
}

/** Returns the correlation of two windows from -1 to 1; -1 if one of them has no text. */
function correlate(ink: Float32Array, row: number, next: Float32Array, nextRow: number): number {
  const count = 2 * windowRadius + 1;
  let [sum, nextSum, squares, nextSquares, products] = [0, 0, 0, 0, 0];
  for (let offset = -windowRadius; offset <= windowRadius; offset++) {
    const [value, nextValue] = [ink[row + offset]!, next[nextRow + offset]!];
    sum += value;
    nextSum += nextValue;
    squares += value * value;
    nextSquares += nextValue * nextValue;
    products += value * nextValue;
  }
  const variance = squares / count - (sum / count) ** 2;
  const nextVariance = nextSquares / count - (nextSum / count) ** 2;
  if (variance < minVariance || nextVariance < minVariance) return -1;
  const covariance = products / count - (sum * nextSum) / count ** 2;
  return covariance / Math.sqrt(variance * nextVariance);
}
