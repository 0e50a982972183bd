import fc from "fast-check";
import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import { anyTransform, anyVector } from "../testing/any-transform.ts";
import { walkRound } from "../testing/walk-round.ts";
import {
  applyTransform,
  composeTransforms,
  invertTransform,
  transformPointBack,
} from "./rigid-transform.ts";
import { findDistance, readVector, type Vector } from "./vector.ts";

test("a transform and its inverse bring every point back", () => {
  fc.assert(
    fc.property(anyTransform(3, 100), anyVector(80), (transform, point) => {
      const moved = applyTransform(transform, point);
      expect(findDistance(applyTransform(invertTransform(transform), moved), point)).toBeLessThan(
        1e-9,
      );
      const back: Vector = [0, 0, 0];
      transformPointBack(transform, ...moved, back);
      expect(findDistance(back, point)).toBeLessThan(1e-9);
    }),
  );
});

test("a transform keeps distances", () => {
  fc.assert(
    fc.property(anyTransform(3, 100), anyVector(80), (transform, point) => {
      const [moved, origin] = [
        applyTransform(transform, point),
        applyTransform(transform, [0, 0, 0]),
      ];
      expect(findDistance(moved, origin)).toBeCloseTo(Math.hypot(...point), 9);
    }),
  );
});

test("a camera that moves with the object sees the same of it", () => {
  const { camera, poses } = walkRound({ count: 3 });
  fc.assert(
    fc.property(
      anyTransform(3, 100),
      anyVector(80),
      fc.constantFrom(...poses),
      (transform, point, pose) => {
        const project = (from: typeof pose, [x, y, z]: Vector) => {
          const pixel = new Float64Array(3);
          createViewRays({ camera, pose: from }).project(x, y, z, pixel);
          return readVector(pixel, 0);
        };
        const moved = composeTransforms(pose, invertTransform(transform));
        const after = project(moved, applyTransform(transform, point));
        expect(findDistance(project(pose, point), after)).toBeLessThan(1e-6);
      },
    ),
  );
});
