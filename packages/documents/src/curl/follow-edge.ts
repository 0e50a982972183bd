import type { Channel } from "../corners/channels.ts";
import { type Curve, type CurvePoint, evaluateCurve, fitCurve } from "../geometry/curve.ts";

/** The brightness and the colors of a page and its margins. */
export type PageChannels = {
  width: number;
  height: number;
  channels: readonly [Channel, ...Channel[]];
};

/** The minimum share of columns in which the edge is seen on the curve. */
const minSeenShare = 0.8;
/** The maximum residual of a column in which the edge is seen on the curve, in rows. */
const maxSeenResidual = 1.5;
/**
 * The maximum root mean square of the residuals, in rows. A smooth sheet has a tenth of a row; a
 * torn corner or a clip has more.
 */
const maxRoughness = 0.35;
/** The residual from which a column counts no more, in rows. */
const maxResidual = 3;
/** The factor by which the root of a step is scaled: strong steps do not decide alone. */
const stepFactor = 4;
/** The minimum scaled step of an edge: weaker steps are noise. */
const minStep = 8;
/** The cost of going up or down by a row, in scaled steps. */
const slopeCost = 1;

/**
 * Follows the edge of the paper from the left to the right, between two rows. The paper is lighter
 * than the table or has another color, and lies below (`inside` is 1) or above (-1) the edge.
 * Returns the row of the edge by the part of the width (0 to 1), or undefined if there is no smooth
 * edge.
 */
export function followEdge(
  page: PageChannels,
  { from, to, inside }: { from: number; to: number; inside: 1 | -1 },
): Curve | undefined {
  const { width } = page;
  const steps = measureSteps(page, from, to, inside);
  const points = findPath(steps, width, to - from).map(
    (row, column): CurvePoint => ({
      x: (column + 0.5) / width,
      value: from + refinePeak(steps, width, row, column) + 0.5,
      weight: steps[row * width + column]! > minStep ? 1 : 0,
    }),
  );
  const curve = fitCurve(points, 1);
  if (!curve) return undefined;
  const residual = ({ x, value }: CurvePoint) => Math.abs(evaluateCurve(curve, x) - value);
  const seen =
    points.filter((point) => point.weight > 0 && residual(point) < maxSeenResidual).length / width;
  const squares = points.reduce(
    (sum, point) => sum + Math.min(maxResidual, residual(point)) ** 2,
    0,
  );
  return seen >= minSeenShare && Math.sqrt(squares / width) <= maxRoughness ? curve : undefined;
}

/** Measures the step of brightness into the paper, or of color, across each pixel. */
function measureSteps(
  { width, channels }: PageChannels,
  from: number,
  to: number,
  inside: 1 | -1,
): Float32Array {
  const [light, ...colors] = channels;
  const steps = new Float32Array(width * (to - from));
  for (let index = 0; index < steps.length; index++) {
    const pixel = index + from * width;
    const across = (channel: Channel) => channel[pixel + width]! - channel[pixel - width]!;
    let step = Math.max(0, across(light) * inside);
    for (const color of colors) step = Math.max(step, Math.abs(across(color)));
    steps[index] = stepFactor * Math.sqrt(step);
  }
  return steps;
}

/**
 * Returns the row in each column of the path with the largest sum of steps that goes up or down by
 * at most a row for each column (dynamic programming).
 */
function findPath(steps: Float32Array, width: number, height: number): number[] {
  const bestSums = steps.slice();
  /** The row of the best path in the previous column, minus that of the cell. */
  const slopes = new Int8Array(steps.length);
  for (let column = 1; column < width; column++) {
    for (let row = 0; row < height; row++) {
      const cell = row * width + column;
      let maxSum = Number.NEGATIVE_INFINITY;
      for (let slope = -1; slope <= 1; slope++) {
        const previousRow = row + slope;
        if (previousRow < 0 || previousRow >= height) continue;
        const sum = bestSums[previousRow * width + column - 1]! - Math.abs(slope) * slopeCost;
        if (sum <= maxSum) continue;
        maxSum = sum;
        slopes[cell] = slope;
      }
      bestSums[cell] = bestSums[cell]! + maxSum;
    }
  }
  let row = 0;
  for (let other = 1; other < height; other++) {
    if (bestSums[(other + 1) * width - 1]! > bestSums[(row + 1) * width - 1]!) row = other;
  }
  const path = new Array<number>(width);
  for (let column = width - 1; column >= 0; column--) {
    path[column] = row;
    row += slopes[row * width + column]!;
  }
  return path;
}

/** Returns the position of a peak between rows, by a parabola through three of them. */
function refinePeak(steps: Float32Array, width: number, row: number, column: number): number {
  const cell = row * width + column;
  const [above, peak, below] = [steps[cell - width], steps[cell]!, steps[cell + width]];
  if (above === undefined || below === undefined) return row;
  const curvature = above + below - 2 * peak;
  return curvature < 0
    ? row + Math.max(-0.5, Math.min(0.5, (above - below) / (2 * curvature)))
    : row;
}
