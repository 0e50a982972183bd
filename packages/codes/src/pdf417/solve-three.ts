/**
 * Solves three linear equations by elimination. The fourth entry of each equation is its right
 * side. Returns undefined if they have no single solution.
 */
export function solveThree(
  ...equations: readonly number[][]
): [number, number, number] | undefined {
  const rows = [...equations];
  for (let i = 0; i < 3; i++) {
    const pivot = rows.slice(i).toSorted((a, b) => Math.abs(b[i]!) - Math.abs(a[i]!))[0]!;
    if (Math.abs(pivot[i]!) < 1e-9) return undefined;
    const index = rows.indexOf(pivot);
    [rows[i], rows[index]] = [pivot, rows[i]!];
    for (let other = 0; other < 3; other++) {
      if (other === i) continue;
      const factor = rows[other]![i]! / pivot[i]!;
      rows[other] = rows[other]!.map((value, column) => value - factor * pivot[column]!);
    }
  }
  const solve = (i: number) => rows[i]![3]! / rows[i]![i]!;
  return [solve(0), solve(1), solve(2)];
}
