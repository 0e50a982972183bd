/**
 * Solves a system of linear equations in place by elimination with pivots: `matrix` has `size` rows
 * of `size` numbers, and `values` becomes the solution. Returns false if the system has no single
 * solution.
 */
export function solve(matrix: Float64Array, values: Float64Array): boolean {
  const size = values.length;
  for (let step = 0; step < size; step++) {
    let pivot = step;
    for (let row = step + 1; row < size; row++) {
      if (Math.abs(matrix[row * size + step]!) > Math.abs(matrix[pivot * size + step]!))
        pivot = row;
    }
    const divisor = matrix[pivot * size + step]!;
    if (!(Math.abs(divisor) > 1e-14)) return false;
    if (pivot !== step) {
      for (let column = step; column < size; column++) {
        const held = matrix[step * size + column]!;
        matrix[step * size + column] = matrix[pivot * size + column]!;
        matrix[pivot * size + column] = held;
      }
      const held = values[step]!;
      values[step] = values[pivot]!;
      values[pivot] = held;
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
  for (let row = size - 1; row >= 0; row--) {
    let value = values[row]!;
    for (let column = row + 1; column < size; column++) {
      value -= matrix[row * size + column]! * values[column]!;
    }
    values[row] = value / matrix[row * size + row]!;
  }
  return true;
}
