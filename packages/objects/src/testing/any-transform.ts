import fc from "fast-check";
import { moveTransform } from "../geometry/move-transform.ts";
import type { RigidTransform } from "../geometry/rigid-transform.ts";
import type { Vector } from "../geometry/vector.ts";

const identity: RigidTransform = {
  rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
  translation: [0, 0, 0],
};

const anyNumber = (max: number) => fc.double({ min: -max, max, noNaN: true });

/** Draws vectors whose coordinates are within `max`. */
export const anyVector = (max: number): fc.Arbitrary<Vector> =>
  fc.tuple(anyNumber(max), anyNumber(max), anyNumber(max));

/**
 * Draws rigid transforms: rotations of at most `maxAngle` radians about each axis, and translations
 * of at most `maxShift` millimeters along each.
 */
export const anyTransform = (maxAngle: number, maxShift: number): fc.Arbitrary<RigidTransform> =>
  fc
    .tuple(anyVector(maxAngle), anyVector(maxShift))
    .map(([rotation, translation]) => moveTransform(identity, [...rotation, ...translation]));
