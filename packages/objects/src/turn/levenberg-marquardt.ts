import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import { solve } from "../geometry/solve.ts";
import { movePose } from "../poses/move-pose.ts";

/**
 * Equations for a small turn about the middle of the object (three numbers) and a small way along
 * each axis.
 */
export type Equations = { matrix: Float64Array; values: Float64Array };

/**
 * Adds what is left over at a point, `arm` from the middle of the object, and its slope if the
 * point is moved.
 */
export function addEquation(
  { matrix, values }: Equations,
  weight: number,
  rest: number,
  slope: ArrayLike<number>,
  arm: ArrayLike<number>,
): void {
  const [gx, gy, gz] = [slope[0]!, slope[1]!, slope[2]!];
  const [x, y, z] = [arm[0]!, arm[1]!, arm[2]!];
  row[0] = y * gz - z * gy;
  row[1] = z * gx - x * gz;
  row[2] = x * gy - y * gx;
  row[3] = gx;
  row[4] = gy;
  row[5] = gz;
  for (let i = 0; i < 6; i++) {
    const value = weight * row[i]!;
    values[i]! -= value * rest;
    for (let j = 0; j < 6; j++) matrix[6 * i + j]! += value * row[j]!;
  }
}

const row = new Float64Array(6);

/**
 * Returns a turn after a small turn about the place of `middle`, a point of the second pass, and a
 * small way.
 */
export function moveTurn(
  turn: RigidTransform,
  middle: readonly [number, number, number],
  move: ArrayLike<number>,
): RigidTransform {
  const place = new Float64Array(3);
  transformPoint(turn, ...middle, place);
  const { rotation } = turn;
  const moved = movePose({ rotation, translation: [place[0]!, place[1]!, place[2]!] }, move);
  transformPoint({ rotation: moved.rotation, translation: [0, 0, 0] }, ...middle, place);
  const [x, y, z] = moved.translation;
  return {
    rotation: moved.rotation,
    translation: [x - place[0]!, y - place[1]!, z - place[2]!],
  };
}

/** The cost of a turn; its equations are added to those that are given. */
type Cost = (turn: RigidTransform, equations?: Equations) => number;

export type Fitted = { turn: RigidTransform; cost: number };

/**
 * Finds the turn with the least cost near another one (Levenberg and Marquardt). What the equations
 * leave open stays.
 */
export function minimizeTurn(
  start: RigidTransform,
  middle: readonly [number, number, number],
  findCost: Cost,
  rounds: number,
): Fitted {
  let equations = createEquations();
  let fitted: Fitted = { turn: start, cost: findCost(start, equations) };
  let damping = 1e-3;
  for (let round = 0; round < rounds; round++) {
    const next = step(fitted.turn, middle, equations, damping);
    const ahead = createEquations();
    const cost = next ? findCost(next, ahead) : Infinity;
    if (!next || !(cost < fitted.cost)) {
      damping *= 10;
      if (damping > 1e3) break;
      continue;
    }
    const gain = (fitted.cost - cost) / fitted.cost;
    fitted = { turn: next, cost };
    equations = ahead;
    damping = Math.max(1e-6, damping / 10);
    if (gain < 1e-5) break;
  }
  return fitted;
}

const createEquations = (): Equations => ({
  matrix: new Float64Array(36),
  values: new Float64Array(6),
});

function step(
  turn: RigidTransform,
  middle: readonly [number, number, number],
  { matrix, values }: Equations,
  damping: number,
): RigidTransform | undefined {
  const damped = matrix.slice();
  const mean = (from: number) =>
    (matrix[7 * from]! + matrix[7 * (from + 1)]! + matrix[7 * (from + 2)]!) / 3;
  const floors = [mean(0), mean(3)];
  for (let at = 0; at < 6; at++) {
    damped[7 * at]! += damping * matrix[7 * at]! + 1e-3 * floors[at < 3 ? 0 : 1]! + 1e-9;
  }
  const move = values.slice();
  return solve(damped, move) ? moveTurn(turn, middle, move) : undefined;
}
