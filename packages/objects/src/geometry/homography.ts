import { addRow, createNormalEquations } from "./normal-equations.ts";
import { solve } from "./solve.ts";
import { readVector, type Vector } from "./vector.ts";

export type Point = readonly [x: number, y: number];

/** A projective map of the plane: nine numbers, row by row. */
export type Homography = Float64Array;

/**
 * Returns the projective map that takes at least four points to others with the smallest squared
 * algebraic error (normalized direct linear transform, Hartley 1997), or undefined if the points
 * lie on a line.
 */
export function findHomography(
  from: readonly Point[],
  to: readonly Point[],
): Homography | undefined {
  const source = findNormalization(from);
  const target = findNormalization(to);
  if (!source || !target) return undefined;
  const equations = createNormalEquations(8);
  const row = new Float64Array(8);
  for (const [index, point] of from.entries()) {
    const [x, y] = applyNormalization(source, point);
    const [u, v] = applyNormalization(target, to[index]!);
    row.set([x, y, 1, 0, 0, 0, -u * x, -u * y]);
    addRow(equations, row, u);
    row.set([0, 0, 0, x, y, 1, -v * x, -v * y]);
    addRow(equations, row, v);
  }
  if (!solve(equations.matrix, equations.values)) return undefined;
  return denormalize(equations.values, source, target);
}

/** The centroid of points, and the factor that brings their mean distance from it to 1. */
type Normalization = { x: number; y: number; scale: number };

function findNormalization(points: readonly Point[]): Normalization | undefined {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point[0] / points.length;
    y += point[1] / points.length;
  }
  let distance = 0;
  for (const point of points) distance += Math.hypot(point[0] - x, point[1] - y) / points.length;
  return distance > 0 ? { x, y, scale: 1 / distance } : undefined;
}

const applyNormalization = ({ x, y, scale }: Normalization, point: Point): Point => [
  (point[0] - x) * scale,
  (point[1] - y) * scale,
];

/** Returns `inverse(target) * map * source`. `map` has eight numbers; the ninth is 1. */
function denormalize(map: Float64Array, source: Normalization, target: Normalization): Homography {
  const numbers = [...map, 1];
  const timesSource = (row: number): Vector => {
    const [a, b, c] = readVector(numbers, row);
    const [scaledA, scaledB] = [a * source.scale, b * source.scale];
    return [scaledA, scaledB, c - (scaledA * source.x + scaledB * source.y)];
  };
  const last = timesSource(2);
  const undoTarget = (row: Vector, offset: number): Vector => [
    row[0] / target.scale + offset * last[0],
    row[1] / target.scale + offset * last[1],
    row[2] / target.scale + offset * last[2],
  ];
  return Float64Array.from([
    ...undoTarget(timesSource(0), target.x),
    ...undoTarget(timesSource(1), target.y),
    ...last,
  ]);
}
