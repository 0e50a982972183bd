/** A smaller pivot means that the equations have no single solution. */
const minPivot = 1e-14;

/**
 * Solves a system of linear equations in place by Gaussian elimination with partial pivoting:
 * `matrix` has `size` rows of `size` numbers, and `values` becomes the solution. Returns false if
 * the system has no single solution.
 */
export function solve(matrix: Float64Array, values: Float64Array): boolean {
  const size = values.length;
  for (let step = 0; step < size; step++) {
    const pivot = findPivot(matrix, size, step);
    const divisor = matrix[pivot * size + step]!;
    if (!(Math.abs(divisor) > minPivot)) return false;
    if (pivot !== step) {
      swapRows(matrix, size, step, pivot);
      swapRows(values, 1, step, pivot);
    }
    for (let row = step + 1; row < size; row++) {
      const factor = matrix[row * size + step]! / divisor;
      if (factor === 0) continue;
      for (let column = step; column < size; column++) {
        matrix[row * size + column]! -= factor * matrix[step * size + column]!;
      }
      values[row]! -= factor * values[step]!;
    }
  }
  substituteBack(matrix, values);
  return true;
}

/** Returns the row, from `step` on, with the largest absolute value in column `step`. */
function findPivot(matrix: Float64Array, size: number, step: number): number {
  let pivot = step;
  for (let row = step + 1; row < size; row++) {
    if (Math.abs(matrix[row * size + step]!) > Math.abs(matrix[pivot * size + step]!)) pivot = row;
  }
  return pivot;
}

function swapRows(matrix: Float64Array, width: number, a: number, b: number): void {
  const held = matrix.slice(a * width, (a + 1) * width);
  matrix.copyWithin(a * width, b * width, (b + 1) * width);
  matrix.set(held, b * width);
}

/** Solves equations whose matrix is zero below its diagonal. */
function substituteBack(matrix: Float64Array, values: Float64Array): void {
  const size = values.length;
  for (let row = size - 1; row >= 0; row--) {
    let value = values[row]!;
    for (let column = row + 1; column < size; column++) {
      value -= matrix[row * size + column]! * values[column]!;
    }
    values[row] = value / matrix[row * size + row]!;
  }
}
