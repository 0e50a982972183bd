/** A polynomial: its coefficients by rising power. */
export type Curve = readonly number[];

export type CurvePoint = { at: number; value: number; weight: number };

/** Of the fourth degree, a curve follows a sheet that is flat at first and rolls up at its end. */
const coefficients = 5;
const rounds = 6;

export function evaluateCurve(curve: Curve, at: number): number {
  return curve.reduceRight((sum, coefficient) => sum * at + coefficient, 0);
}

/**
 * Fits a curve to points by least squares, in rounds in which a point that is off by more than
 * `scale` counts less. Returns undefined if the points do not determine one.
 */
export function fitCurve(points: readonly CurvePoint[], scale: number): Curve | undefined {
  let curve: Curve | undefined;
  for (let round = 0; round < rounds; round++) {
    const before = curve;
    const weighted = points.map((point) => {
      const off = before ? (evaluateCurve(before, point.at) - point.value) / scale : 0;
      return { ...point, weight: point.weight / (1 + off * off) };
    });
    curve = solve(weighted);
    if (!curve) return undefined;
  }
  return curve;
}

/** Solves the normal equations by elimination with the largest pivot. */
function solve(points: readonly CurvePoint[]): Curve | undefined {
  const rows = Array.from({ length: coefficients }, () =>
    new Array<number>(coefficients + 1).fill(0),
  );
  for (const { at, value, weight } of points) {
    for (const [power, row] of rows.entries()) {
      const share = weight * at ** power;
      for (let column = 0; column < coefficients; column++) row[column]! += share * at ** column;
      row[coefficients]! += share * value;
    }
  }
  for (let pivot = 0; pivot < coefficients; pivot++) {
    const column = rows.map((row) => Math.abs(row[pivot]!));
    const largest = column.indexOf(Math.max(...column.slice(pivot)), pivot);
    if (!(column[largest]! > 1e-9)) return undefined;
    [rows[pivot], rows[largest]] = [rows[largest]!, rows[pivot]!];
    const source = rows[pivot]!;
    for (const row of rows) {
      if (row === source) continue;
      const factor = row[pivot]! / source[pivot]!;
      for (let at = pivot; at <= coefficients; at++) row[at]! -= factor * source[at]!;
    }
  }
  return rows.map((row, at) => row[coefficients]! / row[at]!);
}
