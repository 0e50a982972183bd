import type { Grid } from "../geometry/grid.ts";
import type { Reached } from "./reached-heights.ts";

/**
 * The lowest views look down by less than 30°: what is less steep than they look stands in no
 * outline.
 */
const minLow = 0.87;
const lowViews = 3;
/**
 * Views that look down by less than 26° know the height of a round top to a tenth of its radius.
 */
const minLevel = 0.9;
/**
 * Views from lower and from higher differ by so much in the cosine of how steeply they look down.
 */
const minApart = 0.1;
/**
 * A top is flat if at least half of the views agree on its height within `maxOff` millimeters, and
 * the radius of its rim hides at most `maxHidden` millimeters from all views.
 */
const maxOff = 0.4;
const maxHidden = 0.4;
/**
 * A top that is rounded by a larger radius (millimeters) is taken for a ball. Low views see it
 * almost up to its top.
 */
const maxRound = 12;
/**
 * A radius of the rim is good if at least this share of the most views that agree on any radius
 * agree on it. The median over the good ones counts.
 */
const goodShare = 0.8;
/**
 * This share of the views that agree lies below the result. Most errors are upward, because
 * outlines of white objects tend to be too large.
 */
const lowShare = 0.25;

/**
 * Returns the height of the flat top of an object, in millimeters, where its hull has a roof that
 * no view can look under; undefined if the top is round, or the views do not tell.
 *
 * For a ball of radius r, the height that views reach grows by r times the cosine of how steeply
 * the view looks down, up to the true one for a level view. For a flat top it stays the same, but
 * for the rounding of its rim. Other views may be wrong: low ones see it before the rim of the mat,
 * which may look alike.
 */
export function findFlatTop(seen: readonly Reached[]): number | undefined {
  const maxLevel = Math.max(...seen.map(({ level }) => level));
  const agreed: { views: number; top: number }[] = [];
  for (const a of seen) {
    for (const b of seen) {
      if (a.level - b.level < minApart) continue;
      const radius = Math.max(0, (a.height - b.height) / (a.level - b.level));
      if (radius > maxRound || radius * (1 - maxLevel) > maxHidden) continue;
      const own = findTop(a, radius);
      const alike = seen.filter((view) => Math.abs(findTop(view, radius) - own) < maxOff);
      if (alike.filter(({ level }) => level > minLow).length < lowViews) continue;
      const tops = alike.map((view) => findTop(view, radius));
      agreed.push({ views: alike.length, top: findQuantile(tops, lowShare) });
    }
  }
  const most = Math.max(...agreed.map(({ views }) => views));
  if (!(most >= seen.length / 2)) return undefined;
  const good = agreed.filter(({ views }) => views >= goodShare * most);
  const tops = good.map(({ top }) => top);
  return findQuantile(tops, 0.5);
}

/** Returns how high the top is as a view sees it, if its rim is rounded by a radius. */
const findTop = ({ height, level }: Reached, radius: number) => height + radius * (1 - level);

/**
 * Returns how high an object is at least, in millimeters, as two of the lowest views agree;
 * undefined if there are too few of them. A top that is not a dome ends about there.
 */
export function findLeastTop(seen: readonly Reached[]): number | undefined {
  const low = seen.filter(({ level }) => level > minLevel);
  const heights = low.map(({ height }) => height).sort((a, b) => b - a);
  return heights.length < lowViews ? undefined : heights[1];
}

/** Takes what is above a height out of a field, in place. */
export function cutAbove(
  field: Float32Array,
  { counts, step, origin }: Grid,
  height: number,
): void {
  const layer = counts[0] * counts[1];
  for (let at = 0; at < field.length; at++) {
    const z = origin[2] + Math.floor(at / layer) * step;
    field[at] = Math.min(field[at]!, height - z);
  }
}

/** Returns the quantile of values at a share, from 0 to 1. */
function findQuantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * values.length)]!;
}
