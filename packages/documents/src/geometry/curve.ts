import { solveEquations } from "./linear-equations.ts";

/** The coefficients of a polynomial by rising power. */
export type Curve = readonly number[];

/** A point that a curve is fitted to: `value` at the position `x`. */
export type CurvePoint = { x: number; value: number; weight: number };

/**
 * The number of coefficients. A curve of the fourth degree follows a sheet that is flat at first
 * and rolls up at its end.
 */
const coefficientCount = 5;
/** The number of rounds of a robust fit. */
const rounds = 6;

/** Returns the value of a curve at a position. */
export function evaluateCurve(curve: Curve, x: number): number {
  return curve.reduceRight((sum, coefficient) => sum * x + coefficient, 0);
}

/**
 * Fits a curve to points by iteratively reweighted least squares: a point whose residual exceeds
 * `scale` counts less in the next round. Returns undefined if the points do not determine a curve.
 */
export function fitCurve(points: readonly CurvePoint[], scale: number): Curve | undefined {
  let curve: Curve | undefined;
  for (let round = 0; round < rounds; round++) {
    const before = curve;
    const weighted = points.map((point) => {
      const residual = before ? (evaluateCurve(before, point.x) - point.value) / scale : 0;
      return { ...point, weight: point.weight / (1 + residual * residual) };
    });
    curve = solve(weighted);
    if (!curve) return undefined;
  }
  return curve;
}

/** Solves the normal equations. */
function solve(points: readonly CurvePoint[]): Curve | undefined {
  const rows = Array.from({ length: coefficientCount }, () =>
    new Array<number>(coefficientCount + 1).fill(0),
  );
  for (const { x, value, weight } of points) {
    for (const [power, row] of rows.entries()) {
      const share = weight * x ** power;
      for (let column = 0; column < coefficientCount; column++) row[column]! += share * x ** column;
      row[coefficientCount]! += share * value;
    }
  }
  return solveEquations(rows);
}
