import { createVector, readVector, type Vector, type VectorOut } from "./vector.ts";

/**
 * A rotation and then a translation, which keep all lengths. `rotation` has nine numbers, row by
 * row; `translation` is in millimeters.
 */
export type RigidTransform = {
  rotation: Float64Array;
  translation: Vector;
};

/** Writes the transformed point into `out`. */
export function transformPoint(
  { rotation, translation }: RigidTransform,
  x: number,
  y: number,
  z: number,
  out: VectorOut,
): void {
  out[0] = multiplyRow(rotation, 0, x, y, z) + translation[0];
  out[1] = multiplyRow(rotation, 1, x, y, z) + translation[1];
  out[2] = multiplyRow(rotation, 2, x, y, z) + translation[2];
}

/** Returns the transformed point. */
export function applyTransform(transform: RigidTransform, [x, y, z]: Readonly<Vector>): Vector {
  const point = createVector();
  transformPoint(transform, x, y, z, point);
  return point;
}

/** Writes the point that a transform brings to (x, y, z) into `out`. */
export function transformPointBack(
  { rotation, translation }: RigidTransform,
  x: number,
  y: number,
  z: number,
  out: VectorOut,
): void {
  const dx = x - translation[0];
  const dy = y - translation[1];
  const dz = z - translation[2];
  out[0] = multiplyColumn(rotation, 0, dx, dy, dz);
  out[1] = multiplyColumn(rotation, 1, dx, dy, dz);
  out[2] = multiplyColumn(rotation, 2, dx, dy, dz);
}

/** Writes the rotated vector into `out`, which may be the vector itself, and returns `out`. */
export function rotateVector(
  rotation: Float64Array,
  vector: Readonly<Vector>,
  out: Vector = createVector(),
): Vector {
  const x = vector[0];
  const y = vector[1];
  const z = vector[2];
  out[0] = multiplyRow(rotation, 0, x, y, z);
  out[1] = multiplyRow(rotation, 1, x, y, z);
  out[2] = multiplyRow(rotation, 2, x, y, z);
  return out;
}

/** Returns the transform that undoes another one. */
export function invertTransform({
  rotation,
  translation: [x, y, z],
}: RigidTransform): RigidTransform {
  const row = (index: number) => readVector(rotation, index);
  return {
    rotation: rotationOfColumns(row(0), row(1), row(2)),
    translation: [
      -multiplyColumn(rotation, 0, x, y, z),
      -multiplyColumn(rotation, 1, x, y, z),
      -multiplyColumn(rotation, 2, x, y, z),
    ],
  };
}

/** Returns the transform that applies `inner` to a point, and then `outer`. */
export function composeTransforms(outer: RigidTransform, inner: RigidTransform): RigidTransform {
  const column = (index: 0 | 1 | 2) =>
    rotateVector(outer.rotation, columnOfRotation(inner.rotation, index));
  return {
    rotation: rotationOfColumns(column(0), column(1), column(2)),
    translation: applyTransform(outer, inner.translation),
  };
}

/** Returns the rotation that brings the axes of the coordinates to three unit vectors. */
export const rotationOfColumns = (
  x: Readonly<Vector>,
  y: Readonly<Vector>,
  z: Readonly<Vector>,
): Float64Array => Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);

/** Returns the unit vector to which a rotation brings an axis of the coordinates. */
export const columnOfRotation = (rotation: Float64Array, axis: 0 | 1 | 2): Vector => [
  rotation[axis]!,
  rotation[3 + axis]!,
  rotation[6 + axis]!,
];

function multiplyRow(
  rotation: Float64Array,
  row: 0 | 1 | 2,
  x: number,
  y: number,
  z: number,
): number {
  const first = 3 * row;
  return rotation[first]! * x + rotation[first + 1]! * y + rotation[first + 2]! * z;
}

function multiplyColumn(
  rotation: Float64Array,
  column: 0 | 1 | 2,
  x: number,
  y: number,
  z: number,
): number {
  return rotation[column]! * x + rotation[column + 3]! * y + rotation[column + 6]! * z;
}
