import { expect, test } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { type Silhouette, unknown } from "../silhouette/silhouette.ts";
import { walkRound } from "../testing/walk-round.ts";
import { carve } from "./carve.ts";

const grid = createGrid({ min: [-10, -10, 40], max: [10, 10, 60] }, 4);

/** Returns twelve silhouettes, each with the same signed distance at all pixels. */
function look(distanceOf: (view: number) => number): Silhouette[] {
  const { camera, poses } = walkRound({ count: 12, width: 160, height: 120 });
  return poses.map((pose, view) => {
    const distances = new Float32Array(160 * 120).fill(distanceOf(view));
    return { camera, pose, left: 0, top: 0, scale: 1, width: 160, height: 120, distances };
  });
}

const isAnyInside = (views: readonly Silhouette[], tolerated: number) =>
  carve(views, grid, tolerated).some((value) => value > 0);

test("views that see nothing are tolerated where many others see the object", () => {
  const views = look((view) => (view < 2 ? -9 : 9));
  expect(isAnyInside(views, 0)).toBe(false);
  expect(isAnyInside(views, 1)).toBe(false);
  expect(isAnyInside(views, 2)).toBe(true);
});

/** Returns the silhouettes of `look`, of which only the first `count` know a distance. */
const lookFrom = (count: number, distanceOf: (view: number) => number) =>
  look((view) => (view < count ? distanceOf(view) : unknown));

test("one of the few views that know a place is enough to show that nothing is there", () => {
  const firstOutside = (view: number) => (view === 0 ? -9 : 9);
  expect(isAnyInside(lookFrom(6, firstOutside), 2)).toBe(true);
  expect(isAnyInside(lookFrom(5, firstOutside), 2)).toBe(false);
});

test("a place that less than a quarter of the views know is empty", () => {
  const inside = () => 9;
  expect(isAnyInside(lookFrom(3, inside), 0)).toBe(true);
  expect(isAnyInside(lookFrom(2, inside), 0)).toBe(false);
});
