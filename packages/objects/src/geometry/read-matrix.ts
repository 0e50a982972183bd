/** The nine numbers of a 3 × 3 matrix, row by row. */
export type Matrix3 = [
  ...first: [number, number, number],
  ...second: [number, number, number],
  ...third: [number, number, number],
];

/** Returns the numbers of a 3 × 3 matrix, such as a rotation or a homography, as a tuple. */
export const readMatrix = (matrix: Float64Array): Matrix3 => [...matrix] as Matrix3;
