import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import {
  applyTransform,
  columnOfRotation,
  type RigidTransform,
} from "../geometry/rigid-transform.ts";
import { findDistance, type Vector } from "../geometry/vector.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { type Solid, solids } from "../testing/solids.ts";
import { turnSolid } from "../testing/turn-solid.ts";
import { findCandidates } from "./candidate-transforms.ts";
import { createShape, type Shape } from "./shape.ts";

/** Returns the shape of a solid itself, without pictures. */
function shapeSolid({ distance, height }: Solid): Shape {
  const grid = createGrid({ min: [-80, -80, 0], max: [80, 80, height] }, 3);
  const field = fillGrid(grid, (x, y, z) => -distance(x, y, z));
  return createShape({ field, grid, mesh: extractSurface(field, grid) });
}

/** Points at the ends of an object. */
const corners: readonly Vector[] = [
  [40, 0, 0],
  [-40, 0, 0],
  [0, 40, 80],
  [0, -40, 80],
];

/** Returns how far apart two transforms bring a corner at most, in millimeters. */
const findMaxDistance = (a: RigidTransform, b: RigidTransform): number =>
  Math.max(
    ...corners.map((corner) => findDistance(applyTransform(a, corner), applyTransform(b, corner))),
  );

const noPenalty = () => 1;

test("a shoe that was turned over in any way is brought back onto itself", async () => {
  const shape = shapeSolid(solids.shoe);
  const degrees = fc.double({ min: 60, max: 300, noNaN: true });
  const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
  const axes = fc
    .tuple(coordinate, coordinate, coordinate)
    .filter((axis) => Math.hypot(...axis) > 0.1);
  await fc.assert(
    fc.asyncProperty(axes, degrees, degrees, async (axis, angle, yaw) => {
      const { solid, turn } = turnSolid(solids.shoe, axis, angle, yaw);
      fc.pre(columnOfRotation(turn.rotation, 2)[2] < 0.7);
      const found = await findCandidates([shape, shapeSolid(solid)], noPenalty, async () => true);
      const [best] = found ?? [];
      expect(best && findMaxDistance(best.transform, turn)).toBeLessThan(4);
    }),
    { numRuns: 1 },
  );
});

test("the search ends when it is stopped", async () => {
  const shape = shapeSolid(solids.box);
  const stopEarly = async (share: number) => share < 0.3;
  expect(await findCandidates([shape, shape], noPenalty, stopEarly)).toBeUndefined();
});
