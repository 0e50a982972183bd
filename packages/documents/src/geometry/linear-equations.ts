/** The minimum size of a pivot of equations with one solution. */
const minPivot = 1e-9;

/**
 * Solves linear equations by elimination with the largest pivot. Each row has the factors of the
 * unknowns and the value of their sum; the rows are changed. Returns undefined if there is not one
 * solution.
 */
export function solveEquations(rows: number[][]): number[] | undefined {
  const count = rows.length;
  for (let pivot = 0; pivot < count; pivot++) {
    const column = rows.map((row) => Math.abs(row[pivot]!));
    const largest = column.indexOf(Math.max(...column.slice(pivot)), pivot);
    if (!(column[largest]! > minPivot)) return undefined;
    [rows[pivot], rows[largest]] = [rows[largest]!, rows[pivot]!];
    const source = rows[pivot]!;
    for (const row of rows) {
      if (row === source) continue;
      const factor = row[pivot]! / source[pivot]!;
      for (let i = pivot; i <= count; i++) row[i]! -= factor * source[i]!;
    }
  }
  return rows.map((row, index) => row[count]! / row[index]!);
}
