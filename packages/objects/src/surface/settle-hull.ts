import type { Grid } from "../geometry/grid.ts";
import { fillNotches } from "../hull/fill-notches.ts";
import { band, toSteps } from "../hull/weigh-view.ts";
import { oddsScale, type WeighedSilhouette } from "../silhouette/outline.ts";
import { type Crew, type Report, workOnEach } from "../work/crew.ts";

/** The surface moves by so many millimeters for each unit of the logarithm of the odds. */
const perOdds = 1;
/**
 * Sums of the odds of all views are limited to this. Just outside a surface many more views weigh a
 * node than inside, so that smoothing would move the surface inward.
 */
const maxOdds = 12;

/**
 * Moves the surface of a hull to where most of the views that see it from the side put it, and
 * returns the new field (millimeters inside). A hull is what all views leave, so one wrong view
 * takes a bite out of it. This function adds up the odds of all views instead. The result is
 * smoother than the hull, up to a millimeter smaller where the hull is round, and without narrow
 * notches at the mat. `report` is awaited between views. Returns undefined if it stopped the work.
 */
export async function settleHull(
  silhouettes: readonly WeighedSilhouette[],
  field: Float32Array,
  grid: Grid,
  crew: Crew,
  report: Report,
): Promise<Float32Array | undefined> {
  const depths = Int8Array.from(field, toSteps);
  const sums = new Float32Array(field.length);
  const weighed = await workOnEach(
    silhouettes,
    crew,
    async ({ distances, ...seen }) => {
      const odds = await crew.run("weighView", seen, depths, grid);
      for (let at = 0; at < odds.length; at++) sums[at]! += odds[at]!;
    },
    report,
  );
  if (!weighed) return undefined;
  const most = maxOdds * oddsScale;
  for (let at = 0; at < sums.length; at++) sums[at] = Math.max(-most, Math.min(most, sums[at]!));
  return fillNotches(moveSurface(field, smooth(sums, grid)), grid);
}

/** Smooths values on a grid along each axis by the weights 1, 4, 6, 4 and 1. */
function smooth(values: Float32Array, { counts: [nx, ny] }: Grid): Float32Array {
  return smoothAlong(smoothAlong(smoothAlong(values, 1), nx), nx * ny);
}

function smoothAlong(values: Float32Array, stride: number): Float32Array {
  const smoothed = new Float32Array(values.length);
  for (let at = 2 * stride; at < values.length - 2 * stride; at++) {
    const near = values[at - stride]! + values[at + stride]!;
    const far = values[at - 2 * stride]! + values[at + 2 * stride]!;
    smoothed[at] = (6 * values[at]! + 4 * near + far) / 16;
  }
  return smoothed;
}

function moveSurface(field: Float32Array, sums: Float32Array): Float32Array {
  const moved = field.slice();
  for (let at = 0; at < field.length; at++) {
    const depth = field[at]!;
    if (!(depth > -band && depth < band)) continue;
    const by = (perOdds / oddsScale) * sums[at]!;
    moved[at] = Math.max(-band, Math.min(band, depth + by));
  }
  return moved;
}
