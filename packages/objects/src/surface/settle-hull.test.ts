import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import { createGrid, type Grid } from "../geometry/grid.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
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
 * Returns silhouettes of a ball. In each view, a third of the outline is wrong by `bite`
 * pixels, and the odds say the same there, but less clearly than elsewhere.
 */
function outline(bite: number): WeighedSilhouette[] {
  const random = createRandom(5);
  return poses.map((pose) => {
    const rays = createViewRays({ camera, pose });
    const [center, ray] = [createPointBuffer(), createPointBuffer()];
    const [x, y, z] = [-rays.cameraCenter[0], -rays.cameraCenter[1], radius - rays.cameraCenter[2]];
    const distance = Math.hypot(x, y, z);
    rays.project(0, 0, radius, center);
    const phase = 6.28 * random();
    const distances = new Float32Array(width * height);
    const odds = new Int8Array(width * height);
    for (let at = 0; at < odds.length; at++) {
      const [column, row] = [at % width, Math.floor(at / width)];
      rays.castRay(column, row, ray);
      const cosine = (x * ray[0] + y * ray[1] + z * ray[2]) / distance;
      const angle = Math.atan2(row - center[1], column - center[0]);
      const isBitten = bite > 0 && Math.cos(angle + phase) > 0.6;
      const trueInside = (Math.asin(radius / distance) - Math.acos(cosine)) * camera.focal;
      const inside = trueInside - (isBitten ? bite : 0);
      const logOdds = Math.max(-1, Math.min(1, inside / 2)) * (isBitten ? 1 : 3);
      distances[at] = inside;
      odds[at] = Math.round(oddsScale * (logOdds + normal(random)));
    }
    return { camera, pose, left: 0, top: 0, scale: 1, width, height, distances, odds };
  });
}

const overlap = (field: Float32Array) => findOverlap((at) => field[at]! > 0, grid, ball);

/** Returns the signed distances that views settle on, beginning with others. */
async function settle(
  views: readonly WeighedSilhouette[],
  field: Float32Array,
  fieldGrid: Grid = grid,
) {
  const settled = await settleHull(views, field, fieldGrid, ownThread, goOn);
  if (!settled) throw new Error("the work was stopped");
  return settled;
}

test("bites that single views take are filled", async () => {
  const silhouettes = outline(3);
  const bitten = carve(silhouettes, grid);
  const settled = await settle(silhouettes, bitten);
  expect(overlap(bitten)).toBeLessThan(0.7);
  expect(overlap(settled)).toBeGreaterThan(0.8);
});

test("a surface moves in to where most views see the ground", async () => {
  const silhouettes = outline(0);
  const tooLarge = carve(silhouettes, grid).map((depth) => depth + 2);
  const settled = await settle(silhouettes, tooLarge);
  expect(overlap(tooLarge)).toBeLessThan(0.83);
  expect(overlap(settled)).toBeGreaterThan(0.9);
});

test("a surface moves out to where most views see the object", async () => {
  const silhouettes = outline(0);
  const tooSmall = carve(silhouettes, grid).map((depth) => depth - 2);
  const settled = await settle(silhouettes, tooSmall);
  expect(overlap(tooSmall)).toBeLessThan(0.85);
  expect(overlap(settled)).toBeGreaterThan(0.9);
});

test("a surface moves in by less than half a step where the odds are surer of the ground", async () => {
  const { field, grid: steps, silhouettes } = carveSolid("shoe", "white");
  const toOdds = (inside: number) => oddsScale * Math.max(-5, Math.min(1.5, 3 * inside));
  const weighed = silhouettes.map((silhouette) => ({
    ...silhouette,
    odds: Int8Array.from(silhouette.distances, toOdds),
  }));
  const settled = await settle(weighed, field, steps);
  const found = findBounds(extractSurface(settled, steps));
  const truth = findBox(solids.shoe);
  for (const axis of [0, 1] as const) {
    const missing = truth.max[axis] - truth.min[axis] - (found.max[axis] - found.min[axis]);
    expect(missing).toBeLessThan(steps.step);
  }
});

test("the result is the same in any order of the views", async () => {
  const silhouettes = outline(1.5);
  const hull = carve(silhouettes, grid);
  const settled = await settle(silhouettes, hull);
  const other = await settle(silhouettes.toReversed(), hull);
  expect(other).toEqual(settled);
});

test("the work can be stopped, and nothing is returned then", async () => {
  const silhouettes = outline(0);
  const stop = async (share: number) => share < 0.5;
  const hull = carve(silhouettes, grid);
  expect(await settleHull(silhouettes, hull, grid, ownThread, stop)).toBeUndefined();
});
