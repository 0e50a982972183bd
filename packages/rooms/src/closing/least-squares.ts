import { direction, type Point } from "../geometry/point.ts";

/**
 * A deviation in units of its standard deviation. `corners` are the indices of the corners that it
 * depends on; `value` takes these corners in that order.
 */
export type Residual = {
  corners: number[];
  value(corners: readonly Point[]): number;
};

/** The distance, in meters, by which a coordinate is moved to compute a derivative. */
const differenceStep = 1e-6;
const maxIterations = 100;
/** The largest step of a coordinate, in meters, at which the corners have converged. */
const convergedStep = 1e-7;
/**
 * The damping as a share of the diagonal. It falls tenfold after each step that reduces the cost,
 * and rises tenfold after each step that does not.
 */
const initialDamping = 1e-6;
/** Above this damping, steps are too small to reduce the cost. */
const maxDamping = 1e6;
/** Rounding errors may make the pivot of a nearly singular matrix smaller, even negative. */
const minPivot = 1e-12;

/**
 * Returns the corners near `start` for which the sum of squared residuals is smallest
 * (Levenberg-Marquardt). Returns undefined if a residual at `start` is not finite.
 */
export function solveLeastSquares(
  start: readonly Point[],
  residuals: readonly Residual[],
): Point[] | undefined {
  let corners = [...start];
  let cost = sumSquares(corners, residuals);
  if (!Number.isFinite(cost)) return undefined;
  let damping = initialDamping;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const { matrix, gradient } = linearize(corners, residuals);
    const steps = substitute(factorize(matrix, damping), gradient);
    const moved = corners.map(({ x, y }, index) => ({
      x: x - steps[2 * index]!,
      y: y - steps[2 * index + 1]!,
    }));
    const movedCost = sumSquares(moved, residuals);
    if (movedCost <= cost) {
      corners = moved;
      cost = movedCost;
      damping /= 10;
      if (Math.max(...steps.map(Math.abs)) < convergedStep) break;
    } else {
      damping *= 10;
      if (damping > maxDamping) break;
    }
  }
  return corners;
}

/**
 * Returns the standard deviation, in meters, of the length of each side of a solution. Side i is
 * between corners i and i + 1.
 */
export function measureDeviations(
  corners: readonly Point[],
  residuals: readonly Residual[],
): number[] {
  const lower = factorize(linearize(corners, residuals).matrix, 0);
  return corners.map((a, index) => {
    const next = (index + 1) % corners.length;
    const { x, y } = direction(a, corners[next]!);
    const slope = new Float64Array(corners.length * 2);
    slope.set([-x, -y], 2 * index);
    slope.set([x, y], 2 * next);
    const spread = substitute(lower, slope);
    return Math.sqrt(slope.reduce((sum, value, row) => sum + value * spread[row]!, 0));
  });
}

const pickCorners = (corners: readonly Point[], { corners: indices }: Residual) =>
  indices.map((index) => corners[index]!);

function sumSquares(corners: readonly Point[], residuals: readonly Residual[]): number {
  return residuals.reduce(
    (sum, residual) => sum + residual.value(pickCorners(corners, residual)) ** 2,
    0,
  );
}

/**
 * Returns the normal equations: the matrix JᵀJ row by row and the gradient Jᵀr. Coordinate 2i is
 * the x of corner i.
 */
function linearize(corners: readonly Point[], residuals: readonly Residual[]) {
  const size = corners.length * 2;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const gradient = new Float64Array(size);
  for (const residual of residuals) {
    const points = pickCorners(corners, residual);
    const value = residual.value(points);
    const derivatives = residual.corners.flatMap((corner, position) =>
      (["x", "y"] as const).map((axis, offset) => ({
        coordinate: 2 * corner + offset,
        value: differentiate(residual, points, position, axis),
      })),
    );
    for (const row of derivatives) {
      gradient[row.coordinate]! += row.value * value;
      for (const column of derivatives)
        matrix[row.coordinate]![column.coordinate]! += row.value * column.value;
    }
  }
  return { matrix, gradient };
}

/**
 * Returns the derivative of a residual by a coordinate of `points[position]` (central difference).
 */
function differentiate(
  residual: Residual,
  points: readonly Point[],
  position: number,
  axis: "x" | "y",
): number {
  const point = points[position]!;
  const shifted = (shift: number) =>
    residual.value(points.with(position, { ...point, [axis]: point[axis] + shift }));
  return (shifted(differenceStep) - shifted(-differenceStep)) / (2 * differenceStep);
}

/**
 * Returns the lower triangle of the Cholesky decomposition of a symmetric positive definite matrix.
 * Multiplies the diagonal by 1 + `damping` first.
 */
function factorize(matrix: readonly Float64Array[], damping: number): Float64Array[] {
  const lower = matrix.map((row) => row.slice());
  for (let row = 0; row < matrix.length; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row]![column]! * (row === column ? 1 + damping : 1);
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!;
      lower[row]![column] =
        row === column ? Math.sqrt(Math.max(sum, minPivot)) : sum / lower[column]![column]!;
    }
  }
  return lower;
}

/** Solves the system of a matrix that `factorize` decomposed, by substitution. */
function substitute(lower: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
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
