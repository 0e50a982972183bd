import fc from "fast-check";
import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import {
  composeTransforms,
  invertTransform,
  type RigidTransform,
  transformPoint,
} from "../geometry/rigid-transform.ts";
import { movePose } from "../poses/move-pose.ts";
import { walkRound } from "../testing/walk-round.ts";
import { addEquation, minimizeTurn } from "./levenberg-marquardt.ts";

const still: RigidTransform = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  translation: [0, 0, 0],
};
const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const point = fc.tuple(number(80), number(80), number(80));
const turns = (most: number, way: number) =>
  fc
    .tuple(number(most), number(most), number(most), number(way), number(way), number(way))
    .map((move) => movePose(still, move));

function place(turn: RigidTransform, at: readonly [number, number, number]): number[] {
  const out = new Float64Array(3);
  transformPoint(turn, ...at, out);
  return [...out];
}

const findDistance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));

test("a turn and its inverse bring every point back", () => {
  fc.assert(
    fc.property(turns(3, 100), point, (turn, at) => {
      const there = place(turn, at) as [number, number, number];
      expect(findDistance(place(invertTransform(turn), there), at)).toBeLessThan(1e-9);
      expect(findDistance(there, place(turn, [0, 0, 0]))).toBeCloseTo(Math.hypot(...at), 9);
    }),
  );
});

test("a camera that is turned with the object sees the same of it", () => {
  const { camera, poses } = walkRound({ count: 3 });
  fc.assert(
    fc.property(turns(3, 100), point, fc.constantFrom(...poses), (turn, at, pose) => {
      const [before, after] = [new Float64Array(3), new Float64Array(3)];
      createViewRays({ camera, pose }).project(...at, before);
      const there = place(turn, at) as [number, number, number];
      createViewRays({ camera, pose: composeTransforms(pose, invertTransform(turn)) }).project(
        ...there,
        after,
      );
      expect(findDistance([...before], [...after])).toBeLessThan(1e-6);
    }),
  );
});

test("the turn that brings points to where they are is found from one near it", () => {
  const points = fc.array(point, { minLength: 6, maxLength: 12 }).filter(isSpread);
  fc.assert(
    fc.property(turns(3, 100), turns(0.3, 20), points, (before, moved, places) => {
      const middle = [0, 0, 0] as const;
      const truth = (at: readonly [number, number, number]) =>
        place(moved, place(before, at) as [number, number, number]);
      const fitted = minimizeTurn(
        before,
        middle,
        (turn, equations) => {
          let cost = 0;
          const origin = place(turn, middle);
          for (const at of places) {
            const [now, goal] = [place(turn, at), truth(at)];
            const arm = now.map((value, axis) => value - origin[axis]!);
            for (let axis = 0; axis < 3; axis++) {
              const slope = [0, 0, 0].map((_, along) => (along === axis ? 1 : 0));
              const rest = now[axis]! - goal[axis]!;
              cost += rest * rest;
              if (equations) addEquation(equations, 1, rest, slope, arm);
            }
          }
          return cost;
        },
        60,
      );
      for (const at of places) {
        expect(findDistance(place(fitted.turn, at), truth(at))).toBeLessThan(0.1);
      }
    }),
  );
});

/** Tells whether points are far from one line, about which they could be turned. */
function isSpread(places: readonly (readonly [number, number, number])[]): boolean {
  const [a, b, c] = [places[0]!, places[1]!, places[2]!];
  const u = b.map((value, axis) => value - a[axis]!) as [number, number, number];
  const v = c.map((value, axis) => value - a[axis]!) as [number, number, number];
  const area = Math.hypot(
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  );
  return area > 1000;
}
