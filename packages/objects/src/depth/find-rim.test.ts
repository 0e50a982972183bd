import { describe, expect, it } from "vitest";
import { findMinTop } from "../hull/flat-top.ts";
import type { Hull } from "../hull/hull.ts";
import { findSupportedHeights } from "../hull/supported-heights.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { findBox, solids } from "../testing/solids.ts";
import { createDepthView } from "./depth-view.ts";
import { findRim } from "./find-rim.ts";

function findRimOf(hull: Hull): number | undefined {
  const views = hull.views.map((view) => createDepthView(view, hull.mesh, 1));
  return findRim(views, hull, findMinTop(findSupportedHeights(hull)));
}

describe("the rim of an opening", () => {
  it.each(["white", "shiny"] as const)("is seen on a %s shoe, at its height", (material) => {
    const rim = findRimOf(carveSolid("shoe", material)) ?? 0;
    expect(Math.abs(rim / findBox(solids.shoe).max[2] - 1)).toBeLessThan(0.02);
  });

  it.each(["white", "shiny", "textured"] as const)("is not seen on a %s head", (material) => {
    expect(findRimOf(carveSolid("figurine", material))).toBeUndefined();
  });
});
