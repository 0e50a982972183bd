/**
 * Solves three linear equations by elimination. The fourth entry of each is its right side. Returns
 * undefined if they have no single solution.
 */
export function solveThree(...rows: number[][]): number[] | undefined {
  for (let i = 0; i < 3; i++) {
    const pivot = rows.slice(i).toSorted((a, b) => Math.abs(b[i]!) - Math.abs(a[i]!))[0]!;
    if (Math.abs(pivot[i]!) < 1e-9) return undefined;
    const at = rows.indexOf(pivot);
    [rows[i], rows[at]] = [pivot, rows[i]!];
    for (let other = 0; other < 3; other++) {
      if (other === i) continue;
      const factor = rows[other]![i]! / pivot[i]!;
      rows[other] = rows[other]!.map((value, column) => value - factor * pivot[column]!);
    }
  }
  return rows.map((row, i) => row[3]! / row[i]!);
}
