import { expect, test } from "vitest";
import { createGrid, type Grid } from "../geometry/grid.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { findBounds } from "./bounds.ts";
import { keepStandingPart } from "./standing-part.ts";
import { extractSurface } from "./surface-nets.ts";

const grid: Grid = createGrid({ min: [-20, -20, 0], max: [20, 20, 60] }, 2);

/** Returns the surface of balls, given by height and radius, over the middle of the mat. */
function drawBalls(...balls: readonly (readonly [height: number, radius: number])[]) {
  const field = fillGrid(grid, (x, y, z) =>
    Math.max(...balls.map(([height, radius]) => radius - Math.hypot(x, y, z - height))),
  );
  return extractSurface(field, grid);
}

test("a part that hovers is left out, even if it is larger", () => {
  const kept = keepStandingPart(drawBalls([8, 6], [40, 14]), 4);
  expect(findBounds(kept).max[2]).toBeCloseTo(14, 0);
});

test("of the parts on the mat, the largest is kept; without one, there is none", () => {
  const kept = keepStandingPart(drawBalls([5, 4], [30, 17]), 20);
  expect(findBounds(kept).max[2]).toBeCloseTo(47, 0);
  expect(keepStandingPart(drawBalls([40, 14]), 4).indices).toHaveLength(0);
});
