import type { Point } from "../geometry/point.ts";

/**
 * A deviation in units of its standard deviation. `value` takes the corners with the indices of
 * `corners`, in that order.
 */
export type Residual = {
  corners: number[];
  value(corners: readonly Point[]): number;
};

/** Meters by which a coordinate is moved to find the slope of a residual. */
const step = 1e-6;
const mostRounds = 100;

/**
 * Returns the corners with the least sum of squared residuals near `start` (Levenberg and
 * Marquardt). Returns undefined if a residual is no number there.
 */
export function solveLeastSquares(
  start: readonly Point[],
  residuals: readonly Residual[],
): Point[] | undefined {
  let corners = [...start];
  let cost = sumSquares(corners, residuals);
  if (!Number.isFinite(cost)) return undefined;
  let damping = 1e-6;
  for (let round = 0; round < mostRounds; round++) {
    const { matrix, slope } = linearize(corners, residuals);
    const moves = solve(matrix, slope, damping);
    const moved = corners.map(({ x, y }, index) => ({
      x: x - moves[2 * index]!,
      y: y - moves[2 * index + 1]!,
    }));
    const movedCost = sumSquares(moved, residuals);
    if (movedCost <= cost) {
      corners = moved;
      cost = movedCost;
      damping /= 10;
      if (Math.max(...moves.map(Math.abs)) < 1e-7) break;
    } else {
      damping *= 10;
      if (damping > 1e6) break;
    }
  }
  return corners;
}

const pick = (corners: readonly Point[], { corners: indices }: Residual) =>
  indices.map((index) => corners[index]!);

function sumSquares(corners: readonly Point[], residuals: readonly Residual[]): number {
  return residuals.reduce((sum, each) => sum + each.value(pick(corners, each)) ** 2, 0);
}

/**
 * Returns the normal equations: the matrix row by row and the right side. Coordinate 2i is the x of
 * corner i.
 */
function linearize(corners: readonly Point[], residuals: readonly Residual[]) {
  const size = corners.length * 2;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const slope = new Float64Array(size);
  for (const residual of residuals) {
    const points = pick(corners, residual);
    const value = residual.value(points);
    const slopes = residual.corners.flatMap((corner, at) =>
      (["x", "y"] as const).map((axis, offset) => ({
        coordinate: 2 * corner + offset,
        by: slopeOf(residual, points, at, axis),
      })),
    );
    for (const row of slopes) {
      slope[row.coordinate]! += row.by * value;
      for (const column of slopes)
        matrix[row.coordinate]![column.coordinate]! += row.by * column.by;
    }
  }
  return { matrix, slope };
}

function slopeOf(residual: Residual, points: readonly Point[], at: number, axis: "x" | "y") {
  const moved = (by: number) =>
    residual.value(
      points.map((point, index) => (index === at ? { ...point, [axis]: point[axis] + by } : point)),
    );
  return (moved(step) - moved(-step)) / (2 * step);
}

/**
 * Solves a symmetric positive definite system by Cholesky's method, its diagonal raised by
 * `damping`.
 */
function solve(
  matrix: readonly Float64Array[],
  right: Float64Array,
  damping: number,
): Float64Array {
  const size = right.length;
  const lower = matrix.map((row) => row.slice());
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]! * (row === column ? 1 + damping : 1);
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!;
      lower[row]![column] =
        row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / lower[column]![column]!;
    }
  }
  const solution = right.slice();
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) solution[row]! -= lower[row]![k]! * solution[k]!;
    solution[row]! /= lower[row]![row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) solution[row]! -= lower[k]![row]! * solution[k]!;
    solution[row]! /= lower[row]![row]!;
  }
  return solution;
}
