import type { Grid } from "../geometry/grid.ts";
import { fillNotches } from "../hull/fill-notches.ts";
import { band, quantizeDistance } from "../hull/weigh-view.ts";
import { oddsScale, type WeighedSilhouette } from "../silhouette/outline.ts";
import { type Crew, type Report, workOnEach } from "../work/crew.ts";

/** The surface moves by this many millimeters for each unit of the log odds. */
const movePerLogOdds = 1;
/**
 * The log odds of all views together are limited to this. Just outside a surface many more views
 * weigh a node than inside, so that smoothing would move the surface inward.
 */
const maxLogOdds = 12;

/**
 * Moves the surface of a hull to where most of the views that see it from the side put it, and
 * returns the new signed distances. A hull is what all views leave, so one wrong view takes a bite
 * out of it. This function adds up the log odds of all views instead. The result is smoother than
 * the hull, up to a millimeter smaller where the hull is round, and without narrow notches at the
 * mat. `report` is awaited between views. Returns undefined if it stopped the work.
 */
export async function settleHull(
  silhouettes: readonly WeighedSilhouette[],
  field: Float32Array,
  grid: Grid,
  crew: Crew,
  report: Report,
): Promise<Float32Array | undefined> {
  const quantized = Int8Array.from(field, quantizeDistance);
  const sums = new Float32Array(field.length);
  const weighed = await workOnEach(
    silhouettes,
    crew,
    async ({ distances, ...view }) => {
      const odds = await crew.run("weighView", view, quantized, grid);
      for (let at = 0; at < odds.length; at++) sums[at]! += odds[at]!;
    },
    report,
  );
  if (!weighed) return undefined;
  const maxSum = maxLogOdds * oddsScale;
  for (const [at, sum] of sums.entries()) sums[at] = Math.max(-maxSum, Math.min(maxSum, sum));
  return fillNotches(moveSurface(field, smooth(sums, grid)), grid);
}

/** Smooths values on a grid along each axis by the binomial weights 1, 4, 6, 4 and 1. */
function smooth(values: Float32Array, { counts: [nx, ny] }: Grid): Float32Array {
  return smoothAlong(smoothAlong(smoothAlong(values, 1), nx), nx * ny);
}

function smoothAlong(values: Float32Array, stride: number): Float32Array {
  const smoothed = new Float32Array(values.length);
  for (let at = 2 * stride; at < values.length - 2 * stride; at++) {
    const nextTwo = values[at - stride]! + values[at + stride]!;
    const outerTwo = values[at - 2 * stride]! + values[at + 2 * stride]!;
    smoothed[at] = (6 * values[at]! + 4 * nextTwo + outerTwo) / 16;
  }
  return smoothed;
}

/** Adds what the log odds say to the signed distances in the band. */
const moveSurface = (field: Float32Array, odds: Float32Array): Float32Array =>
  field.map((distance, at) => {
    if (!(distance > -band && distance < band)) return distance;
    const move = (movePerLogOdds / oddsScale) * odds[at]!;
    return Math.max(-band, Math.min(band, distance + move));
  });
