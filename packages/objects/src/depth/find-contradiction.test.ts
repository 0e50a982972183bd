import { expect, test } from "vitest";
import { extractSurface } from "../mesh/surface-nets.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { solids } from "../testing/solids.ts";
import { findContradiction } from "./find-contradiction.ts";

test("outlines contradict a surface that lies too deep, but not the hollow of a cup", () => {
  const hull = carveSolid("cup", "white");
  const { field: distances, grid } = hull;
  const cup = fillGrid(grid, (x, y, z) => -solids.cup.distance(x, y, z));
  const deeper = cup.map((distance) => distance - 3);
  const findShare = (refined: Float32Array) =>
    findContradiction(hull, refined, extractSurface(refined, grid));
  expect(findShare(cup)).toBeLessThan(0.001);
  expect(findShare(deeper)).toBeGreaterThan(0.1);
  expect(findShare(distances)).toBe(0);
});
