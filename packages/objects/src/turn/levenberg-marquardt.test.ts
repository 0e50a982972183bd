import fc from "fast-check";
import { expect, test } from "vitest";
import { applyTransform, type RigidTransform } from "../geometry/rigid-transform.ts";
import { axes, cross, findDistance, type Vector } from "../geometry/vector.ts";
import { anyTransform, anyVector } from "../testing/any-transform.ts";
import { minimizeCost } from "./levenberg-marquardt.ts";
import { addResidual, type RigidEquations } from "./rigid-equations.ts";

const pivot: Vector = [0, 0, 0];
const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

test("the transform that brings points to where they are is found from one near it", () => {
  const manyPoints = fc.array(anyVector(80), { minLength: 6, maxLength: 12 }).filter(areSpread);
  fc.assert(
    fc.property(
      anyTransform(3, 100),
      anyTransform(0.3, 20),
      manyPoints,
      (start, motion, points) => {
        const findTruth = (point: Vector) => applyTransform(motion, applyTransform(start, point));
        const findCost = (transform: RigidTransform, equations?: RigidEquations) =>
          points.reduce(
            (sum, point) => sum + comparePoint(transform, point, findTruth(point), equations),
            0,
          );
        const { transform } = minimizeCost(start, pivot, findCost, 60);
        for (const point of points) {
          const found = applyTransform(transform, point);
          expect(findDistance(found, findTruth(point))).toBeLessThan(0.1);
        }
      },
    ),
  );
});

/** Returns the squared distance of a moved point from its true place, and adds its residuals. */
function comparePoint(
  transform: RigidTransform,
  before: Vector,
  truth: Vector,
  equations: RigidEquations | undefined,
): number {
  const point = applyTransform(transform, before);
  const residuals = subtract(point, truth);
  if (equations) {
    for (const axis of axes) {
      const gradient: Vector = [0, 0, 0];
      gradient[axis] = 1;
      const sample = { point, gradient };
      addResidual(equations, residuals[axis], 1, sample, applyTransform(transform, pivot));
    }
  }
  return Math.hypot(...residuals) ** 2;
}

/** Tells whether the first three points are far from one line, about which they could rotate. */
function areSpread([a, b, c]: readonly Vector[]): boolean {
  if (!a || !b || !c) return false;
  return Math.hypot(...cross(subtract(b, a), subtract(c, a))) > 1000;
}
