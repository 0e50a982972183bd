import { createViewRays } from "../camera/view-rays.ts";
import { median } from "../geometry/median.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { type Silhouette, unknown } from "../silhouette/silhouette.ts";

/**
 * The hull covers at least this share of the core of the object, as the median of the views. For
 * drawn objects that stand still it is 0.88 to 0.99, for a box that was moved by 30 mm between the
 * pictures and a shoe that was by 40 mm 0.72, for a figurine that was by 20 mm 0.52.
 */
const minCovered = 0.8;
/**
 * The core of the object is at least this many pixels inside its outline, which reduced pictures
 * show only roughly.
 */
const minDepth = 2;

/**
 * Tells whether an object was moved between the pictures: then its hull is only what all positions
 * have in common. `silhouettes` are those that the mat alone gives.
 */
export function hasMoved(silhouettes: readonly Silhouette[], hull: Mesh): boolean {
  const shares = silhouettes.map((silhouette) => findCovered(silhouette, hull));
  // Without silhouettes, the median is NaN and the comparison false.
  return median(shares) < minCovered;
}

/** Returns the share of the core of an object in a view that a hull covers, from 0 to 1. */
function findCovered(silhouette: Silhouette, hull: Mesh): number {
  const depths = rasterize(hull, createViewRays(silhouette), silhouette);
  // Both counts begin at 1, so that a view without a core is covered, not 0 / 0.
  let [core, covered] = [1, 1];
  for (const [at, distance] of silhouette.distances.entries()) {
    if (!(distance >= minDepth) || distance === unknown) continue;
    core++;
    if (depths[at] !== Infinity) covered++;
  }
  return covered / core;
}
