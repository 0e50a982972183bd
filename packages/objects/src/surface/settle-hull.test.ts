import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import { createGrid } from "../geometry/grid.ts";
import { carve } from "../hull/carve.ts";
import { findBounds } from "../mesh/bounds.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { oddsScale, type WeighedSilhouette } from "../silhouette/outline.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { findOverlap } from "../testing/overlap.ts";
import { createRandom, normal } from "../testing/random.ts";
import { findBox, type Solid, solids } from "../testing/solids.ts";
import { walkRound } from "../testing/walk-round.ts";
import { ownThread } from "../work/crew.ts";
import { settleHull } from "./settle-hull.ts";

const [width, height] = [320, 240];
const { camera, poses } = walkRound({ count: 18, width, height, seed: 3 });
const radius = 30;
const ball: Solid = {
  height: 2 * radius,
  distance: (x, y, z) => Math.hypot(x, y, z - radius) - radius,
};
const grid = createGrid({ min: [-35, -35, 0], max: [35, 35, 65] }, 1.5);
const goOn = async () => true;

/**
 * Returns outlines of a ball. In each view, the outline of a third of the ball is wrong by `bite`
 * pixels, and the odds say the same there, but less clearly than elsewhere.
 */
function outline(bite: number): WeighedSilhouette[] {
  const random = createRandom(5);
  return poses.map((pose) => {
    const rays = createViewRays({ camera, pose });
    const [place, ray] = [new Float64Array(3), new Float64Array(3)];
    const away = [0, 0, radius].map((value, axis) => value - rays.eye[axis]!);
    const far = Math.hypot(...away);
    rays.project(0, 0, radius, place);
    const phase = 6.28 * random();
    const distances = new Float32Array(width * height);
    const odds = new Int8Array(width * height);
    for (let at = 0; at < odds.length; at++) {
      const [column, row] = [at % width, Math.floor(at / width)];
      rays.castRay(column, row, ray);
      const cosine = away.reduce((sum, value, axis) => sum + value * ray[axis]!, 0) / far;
      const inside = (Math.asin(radius / far) - Math.acos(cosine)) * camera.focal;
      const angle = Math.atan2(row - place[1]!, column - place[0]!);
      const isBitten = bite > 0 && Math.cos(angle + phase) > 0.6;
      distances[at] = inside - (isBitten ? bite : 0);
      const own = Math.max(-1, Math.min(1, distances[at]! / 2)) * (isBitten ? 1 : 3);
      odds[at] = Math.round(oddsScale * (own + normal(random)));
    }
    return { camera, pose, left: 0, top: 0, scale: 1, width, height, distances, odds };
  });
}

const overlap = (field: Float32Array) => findOverlap((at) => field[at]! > 0, grid, ball);

test("bites that single views take are filled", async () => {
  const silhouettes = outline(3);
  const bitten = carve(silhouettes, grid);
  const settled = await settleHull(silhouettes, bitten, grid, ownThread, goOn);
  expect(overlap(bitten)).toBeLessThan(0.7);
  expect(overlap(settled!)).toBeGreaterThan(0.8);
});

test("a surface moves in to where most views see the ground", async () => {
  const silhouettes = outline(0);
  const tooLarge = carve(silhouettes, grid).map((depth) => depth + 2);
  const settled = await settleHull(silhouettes, tooLarge, grid, ownThread, goOn);
  expect(overlap(tooLarge)).toBeLessThan(0.83);
  expect(overlap(settled!)).toBeGreaterThan(0.9);
});

test("a surface moves out to where most views see the object", async () => {
  const silhouettes = outline(0);
  const tooSmall = carve(silhouettes, grid).map((depth) => depth - 2);
  const settled = await settleHull(silhouettes, tooSmall, grid, ownThread, goOn);
  expect(overlap(tooSmall)).toBeLessThan(0.85);
  expect(overlap(settled!)).toBeGreaterThan(0.9);
});

test("a surface moves in by less than half a step where views are surer of the ground than of the object", async () => {
  const { field, grid: steps, silhouettes } = carveSolid("shoe", "white");
  const toOdds = (inside: number) => oddsScale * Math.max(-5, Math.min(1.5, 3 * inside));
  const weighed = silhouettes.map((silhouette) => ({
    ...silhouette,
    odds: Int8Array.from(silhouette.distances, toOdds),
  }));
  const settled = await settleHull(weighed, field, steps, ownThread, goOn);
  const found = findBounds(extractSurface(settled!, steps));
  const truth = findBox(solids.shoe);
  for (const axis of [0, 1] as const) {
    const missing = truth.max[axis] - truth.min[axis] - (found.max[axis] - found.min[axis]);
    expect(missing).toBeLessThan(steps.step);
  }
});

test("the result is the same in any order of the views", async () => {
  const silhouettes = outline(1.5);
  const hull = carve(silhouettes, grid);
  const settled = await settleHull(silhouettes, hull, grid, ownThread, goOn);
  const other = await settleHull(silhouettes.toReversed(), hull, grid, ownThread, goOn);
  expect(other).toEqual(settled);
});

test("the work can be stopped, and nothing is returned then", async () => {
  const silhouettes = outline(0);
  const stop = async (share: number) => share < 0.5;
  const hull = carve(silhouettes, grid);
  expect(await settleHull(silhouettes, hull, grid, ownThread, stop)).toBeUndefined();
});
