import type { Channel } from "../corners/channels.ts";
import { type Curve, type CurvePoint, evaluateCurve, fitCurve } from "../geometry/curve.ts";

/** A picture of a page and of what is above and below it: its brightness and colors. */
export type PageChannels = { width: number; height: number; channels: readonly Channel[] };

/** The edge has to be seen in this share of the columns, on the curve. */
const minSeen = 0.8;
/**
 * A smooth sheet is off its curve by a tenth of a row; a torn corner or a clip is off by more than
 * this.
 */
const maxRoughness = 0.35;
/**
 * Weaker steps are noise. Steps count by four times the root of their levels, so that strong ones
 * do not decide alone.
 */
const minStep = 8;
/** What it costs to go up or down by a row, in steps. */
const slopeCost = 1;

/**
 * Follows the edge of the paper from the left to the right, between two rows. `inside` says whether
 * the paper, which is lighter than the table or has another color, is below (1) or above (-1).
 * Returns the row of the edge by the part of the width, or undefined if there is no smooth edge.
 */
export function followEdge(
  page: PageChannels,
  { from, to, inside }: { from: number; to: number; inside: 1 | -1 },
): Curve | undefined {
  const { width } = page;
  const steps = measureSteps(page, from, to, inside);
  const points = findPath(steps, width, to - from).map(
    (row, column): CurvePoint => ({
      at: (column + 0.5) / width,
      value: from + centerOf(steps, width, row, column) + 0.5,
      weight: steps[row * width + column]! > minStep ? 1 : 0,
    }),
  );
  const curve = fitCurve(points, 1);
  if (!curve) return undefined;
  const off = ({ at, value }: CurvePoint) => Math.abs(evaluateCurve(curve, at) - value);
  const seen = points.filter((point) => point.weight > 0 && off(point) < 1.5).length / width;
  const squares = points.reduce((sum, point) => sum + Math.min(3, off(point)) ** 2, 0);
  return seen >= minSeen && Math.sqrt(squares / width) <= maxRoughness ? curve : undefined;
}

/** Measures how much lighter, or how different in color, the paper is across each pixel. */
function measureSteps(
  { width, channels }: PageChannels,
  from: number,
  to: number,
  inside: 1 | -1,
): Float32Array {
  const [light, ...colors] = channels as [Channel, ...Channel[]];
  const steps = new Float32Array(width * (to - from));
  for (let index = 0; index < steps.length; index++) {
    const at = index + from * width;
    const across = (channel: Channel) => channel[at + width]! - channel[at - width]!;
    let most = Math.max(0, across(light) * inside);
    for (const color of colors) most = Math.max(most, Math.abs(across(color)));
    steps[index] = 4 * Math.sqrt(most);
  }
  return steps;
}

/**
 * Returns the row in each column of the path with the largest sum of steps that goes up or down by
 * at most a row a column.
 */
function findPath(steps: Float32Array, width: number, height: number): number[] {
  const best = steps.slice();
  const came = new Int8Array(steps.length);
  for (let column = 1; column < width; column++) {
    for (let row = 0; row < height; row++) {
      const at = row * width + column;
      let most = Number.NEGATIVE_INFINITY;
      for (let slope = -1; slope <= 1; slope++) {
        const before = row + slope;
        if (before < 0 || before >= height) continue;
        const sum = best[before * width + column - 1]! - Math.abs(slope) * slopeCost;
        if (sum <= most) continue;
        most = sum;
        came[at] = slope;
      }
      best[at] = best[at]! + most;
    }
  }
  let row = 0;
  for (let other = 1; other < height; other++) {
    if (best[(other + 1) * width - 1]! > best[(row + 1) * width - 1]!) row = other;
  }
  const path = new Array<number>(width);
  for (let column = width - 1; column >= 0; column--) {
    path[column] = row;
    row += came[row * width + column]!;
  }
  return path;
}

/** Returns the place of the peak between rows, by the parabola through three of them. */
function centerOf(steps: Float32Array, width: number, row: number, column: number): number {
  const at = row * width + column;
  const [above, here, below] = [steps[at - width], steps[at]!, steps[at + width]];
  if (above === undefined || below === undefined) return row;
  const bend = above + below - 2 * here;
  return bend < 0 ? row + Math.max(-0.5, Math.min(0.5, (above - below) / (2 * bend))) : row;
}
