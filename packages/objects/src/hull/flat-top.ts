import type { Grid } from "../geometry/grid.ts";
import type { SupportedHeight } from "./supported-heights.ts";

/**
 * A flat top takes at least this many views whose rays have an elevation angle below 30° (its
 * cosine is larger): a top that is less steep than the lowest rays stands in no outline.
 */
const minLowViews = 3;
const minLowCos = 0.87;
/**
 * Views whose rays have an elevation angle below 26° (its cosine is larger) know the height of a
 * round top to a tenth of its radius.
 */
export const minLevelCos = 0.9;
/**
 * Two views tell the radius of the rim if the cosines of their elevation angles differ by this;
 * closer ones would turn small errors of the heights into large ones of the radius.
 */
const minCosDifference = 0.1;
/** A view agrees on a top if it puts it at most this far from there, in millimeters. */
const maxResidual = 0.4;
/** The rounding of the rim hides at most this much of the height from all views, in millimeters. */
const maxHidden = 1;
/**
 * A top whose rim is rounded by a larger radius, in millimeters, is taken for a ball. Low views see
 * it almost up to its top.
 */
const maxRimRadius = 16;
/** A top is flat if at least this share of the views agrees on it. */
const minInlierShare = 1 / 2;
/**
 * A hypothesis is good if it has at least this share of the most inliers of any. The median of the
 * good ones counts.
 */
const goodShare = 0.8;
/**
 * The quantile of the tops of the inliers that is the result. Most errors are upward, because
 * outlines of white objects tend to be too large.
 */
const topQuantile = 0.25;

/** The height of a flat top in millimeters, and how many views agree on it. */
type Hypothesis = { top: number; inliers: number };

/**
 * Returns the height of the flat top of an object, in millimeters, where its hull has a roof that
 * no view can look under; undefined if the top is round, or the views do not tell.
 *
 * If the rim of the top is rounded by a radius r, a view supports a height that is r (1 - cosine of
 * the elevation angle) below the top; for a ball, r is its radius. So each two views give a radius
 * and a top, and the one on which the most views agree counts. Other views may be wrong: low ones
 * see the object in front of the rim of the mat, which may look alike. `fitReach` fits the same
 * model for the uncertainty of a top, also of a ball; a roof is only cut off if low views agree.
 */
export function findFlatTop(heights: readonly SupportedHeight[]): number | undefined {
  const hypotheses = heights.flatMap((low) =>
    heights.flatMap((high) => fitRim(low, high, heights) ?? []),
  );
  const maxInliers = Math.max(...hypotheses.map(({ inliers }) => inliers));
  if (!(maxInliers >= minInlierShare * heights.length)) return undefined;
  const good = hypotheses.filter(({ inliers }) => inliers >= goodShare * maxInliers);
  return findQuantile(
    good.map(({ top }) => top),
    0.5,
  );
}

/**
 * Returns the flat top that a view from lower and one from higher up agree on; undefined if their
 * elevation angles are too close, the rim is too round, or too few low views agree.
 */
function fitRim(
  low: SupportedHeight,
  high: SupportedHeight,
  heights: readonly SupportedHeight[],
): Hypothesis | undefined {
  const cosDifference = low.cosElevation - high.cosElevation;
  if (cosDifference < minCosDifference) return undefined;
  const radius = Math.max(0, (low.height - high.height) / cosDifference);
  const maxCos = Math.max(...heights.map(({ cosElevation }) => cosElevation));
  if (radius > maxRimRadius || radius * (1 - maxCos) > maxHidden) return undefined;
  const lowTop = findTop(low, radius);
  const inliers = heights.filter((view) => Math.abs(findTop(view, radius) - lowTop) < maxResidual);
  const lowInliers = inliers.filter(({ cosElevation }) => cosElevation > minLowCos);
  if (lowInliers.length < minLowViews) return undefined;
  const tops = inliers.map((view) => findTop(view, radius));
  return { top: findQuantile(tops, topQuantile), inliers: inliers.length };
}

/** Returns the height of the top as a view supports it, if the rim is rounded by a radius. */
const findTop = ({ height, cosElevation }: SupportedHeight, radius: number) =>
  height + radius * (1 - cosElevation);

/**
 * Returns the height in millimeters that the object has at least, as two of the lowest views
 * support it; undefined if there are too few of them. A top that is not a dome ends about there.
 */
export function findMinTop(heights: readonly SupportedHeight[]): number | undefined {
  const level = heights.filter(({ cosElevation }) => cosElevation > minLevelCos);
  if (level.length < minLowViews) return undefined;
  return level.map(({ height }) => height).sort((a, b) => b - a)[1];
}

/** Takes what is above a height out of a signed distance field, in place. */
export function cutAbove(
  field: Float32Array,
  { counts, step, origin }: Grid,
  height: number,
): void {
  const [nx, ny] = counts;
  for (const [at, distance] of field.entries()) {
    const z = origin[2] + Math.floor(at / (nx * ny)) * step;
    field[at] = Math.min(distance, height - z);
  }
}

/** Returns the quantile of values at a share, from 0 to 1; NaN without values. */
function findQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? Number.NaN;
}
