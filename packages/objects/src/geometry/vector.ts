/** A point or a direction in space. */
export type Vector = [x: number, y: number, z: number];

/** Where a function writes a vector. The caller owns it, so that a hot loop allocates nothing. */
export type VectorOut = Vector | Float64Array;

/** Returns a vector to write into. It begins with NaN, for which V8 stores numbers as doubles. */
export const createVector = (): Vector => [NaN, NaN, NaN];

/** The indices of the coordinates of a vector. */
export const axes = [0, 1, 2] as const;

/** Reads vector `index` of a flat list of vectors into `out`, and returns `out`. */
export function readVector(
  numbers: ArrayLike<number>,
  index: number,
  out: Vector = createVector(),
): Vector {
  out[0] = numbers[3 * index]!;
  out[1] = numbers[3 * index + 1]!;
  out[2] = numbers[3 * index + 2]!;
  return out;
}

/** Returns the cross product of two vectors. */
export const cross = (a: Readonly<Vector>, b: Readonly<Vector>): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Returns a vector of length 1 in the same direction. */
export function normalize([x, y, z]: Readonly<Vector>): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Returns the distance between two points. */
export const findDistance = (a: Readonly<Vector>, b: Readonly<Vector>): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
