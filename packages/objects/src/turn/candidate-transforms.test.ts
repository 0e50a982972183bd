import fc from "fast-check";
import { expect, test } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { type Solid, solids } from "../testing/solids.ts";
import { turnSolid } from "../testing/turn-solid.ts";
import { findStartTurns } from "./candidate-transforms.ts";
import { createShape, type Shape } from "./shape.ts";

/** Returns the shape of a solid itself, without pictures. */
function shapeSolid({ distance, height }: Solid): Shape {
  const grid = createGrid({ min: [-80, -80, 0], max: [80, 80, height] }, 3);
  const field = fillGrid(grid, (x, y, z) => -distance(x, y, z));
  return createShape({ field, grid, mesh: extractSurface(field, grid) });
}

/**
 * Returns how far apart two turns bring a point that is farthest from the middle, in millimeters.
 */
function findApart(a: RigidTransform, b: RigidTransform): number {
  const [one, other] = [new Float64Array(3), new Float64Array(3)];
  const corners = [
    [40, 0, 0],
    [-40, 0, 0],
    [0, 40, 80],
    [0, -40, 80],
  ] as const;
  return Math.max(
    ...corners.map(([x, y, z]) => {
      transformPoint(a, x, y, z, one);
      transformPoint(b, x, y, z, other);
      return Math.hypot(...one.map((value, axis) => value - other[axis]!));
    }),
  );
}

/** No turn is preferred. */
const even = () => 1;

test("a shoe that was turned over in any way is brought back onto itself", async () => {
  const shape = shapeSolid(solids.shoe);
  const degrees = fc.double({ min: 60, max: 300, noNaN: true });
  const axis = fc.double({ min: -1, max: 1, noNaN: true });
  const axes = fc.tuple(axis, axis, axis).filter((each) => Math.hypot(...each) > 0.1);
  await fc.assert(
    fc.asyncProperty(axes, degrees, degrees, async (about, angle, yaw) => {
      const { solid, turn } = turnSolid(solids.shoe, about, angle, yaw);
      fc.pre(turn.rotation[8]! < 0.7);
      const found = await findStartTurns(shape, shapeSolid(solid), even, async () => true);
      expect(findApart(found![0]!.turn, turn)).toBeLessThan(4);
    }),
    { numRuns: 1 },
  );
});

test("the search is given up when it is stopped", async () => {
  const shape = shapeSolid(solids.box);
  expect(await findStartTurns(shape, shape, even, async (share) => share < 0.3)).toBeUndefined();
});
