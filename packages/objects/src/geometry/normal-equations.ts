/**
 * The normal equations of weighted linear least squares: `matrix` is the sum of the outer products
 * of all rows with themselves, row by row, and `values` the sum of the rows times their targets.
 * `solve` finds the unknowns.
 */
export type NormalEquations = { matrix: Float64Array; values: Float64Array };

/** Returns the equations of no rows, for `size` unknowns. */
export const createNormalEquations = (size: number): NormalEquations => ({
  matrix: new Float64Array(size * size),
  values: new Float64Array(size),
});

/** Adds the equation that the product of `row` with the unknowns is `target`. */
export function addRow(
  { matrix, values }: NormalEquations,
  row: Float64Array,
  target: number,
  weight = 1,
): void {
  const size = values.length;
  for (let i = 0; i < size; i++) {
    const weighted = weight * row[i]!;
    if (weighted === 0) continue;
    values[i]! += weighted * target;
    for (let j = 0; j < size; j++) matrix[size * i + j]! += weighted * row[j]!;
  }
}
