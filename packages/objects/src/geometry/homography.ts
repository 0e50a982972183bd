import { solve } from "./solve.ts";

export type Point = readonly [x: number, y: number];

/** A projective map of the plane: nine numbers, row by row. */
export type Homography = Float64Array;

/**
 * Returns the projective map that takes at least four points to others with the smallest squared
 * algebraic error, or undefined if the points lie on a line.
 */
export function findHomography(
  from: readonly Point[],
  to: readonly Point[],
): Homography | undefined {
  const source = normalize(from);
  const target = normalize(to);
  if (!source || !target) return undefined;
  const matrix = new Float64Array(64);
  const values = new Float64Array(8);
  const row = new Float64Array(8);
  for (let index = 0; index < from.length; index++) {
    const x = (from[index]![0] - source.x) * source.scale;
    const y = (from[index]![1] - source.y) * source.scale;
    const u = (to[index]![0] - target.x) * target.scale;
    const v = (to[index]![1] - target.y) * target.scale;
    row.set([x, y, 1, 0, 0, 0, -u * x, -u * y]);
    addRow(matrix, values, row, u);
    row.set([0, 0, 0, x, y, 1, -v * x, -v * y]);
    addRow(matrix, values, row, v);
  }
  if (!solve(matrix, values)) return undefined;
  return denormalize(values, source, target);
}

/** The middle of points, and the factor that brings their mean distance from it to 1. */
type Normalization = { x: number; y: number; scale: number };

function normalize(points: readonly Point[]): Normalization | undefined {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point[0] / points.length;
    y += point[1] / points.length;
  }
  let distance = 0;
  for (const point of points) distance += Math.hypot(point[0] - x, point[1] - y) / points.length;
  return distance > 0 ? { x, y, scale: 1 / distance } : undefined;
}

function addRow(matrix: Float64Array, values: Float64Array, row: Float64Array, value: number) {
  for (let i = 0; i < 8; i++) {
    if (row[i] === 0) continue;
    values[i]! += row[i]! * value;
    for (let j = 0; j < 8; j++) matrix[8 * i + j]! += row[i]! * row[j]!;
  }
}

/** Returns `inverse(target) * map * source`. */
function denormalize(map: Float64Array, source: Normalization, target: Normalization): Homography {
  const full = [...map, 1];
  const { scale } = source;
  for (let row = 0; row < 9; row += 3) {
    full[row]! *= scale;
    full[row + 1]! *= scale;
    full[row + 2]! -= full[row]! * source.x + full[row + 1]! * source.y;
  }
  const result = new Float64Array(9);
  for (let column = 0; column < 3; column++) {
    result[column] = full[column]! / target.scale + target.x * full[6 + column]!;
    result[3 + column] = full[3 + column]! / target.scale + target.y * full[6 + column]!;
    result[6 + column] = full[6 + column]!;
  }
  return result;
}
