import type { RigidTransform } from "../geometry/rigid-transform.ts";
import { solve } from "../geometry/solve.ts";
import type { Vector } from "../geometry/vector.ts";
import { moveAbout } from "./move-about.ts";
import { createRigidEquations, type RigidEquations } from "./rigid-equations.ts";

/** A transform from the second pass to the first, and its cost: the less, the better it fits. */
export type Candidate = { transform: RigidTransform; cost: number };

/** Returns the cost of a transform, and adds its residuals to the equations if they are given. */
type CostFunction = (transform: RigidTransform, equations?: RigidEquations) => number;

/** The damping relative to the diagonal of the normal equations: at the start, and its limits. */
const startDamping = 1e-3;
const minDamping = 1e-6;
const maxDamping = 1e3;
/** The damping grows by this after a step that does not lower the cost, and else falls by it. */
const dampingFactor = 10;
/** The fit has converged once a step lowers the cost by less than this share of it. */
const minGain = 1e-5;
/**
 * Added to the diagonal for rotations and translations each, relative to its mean there. It holds
 * still what the residuals leave open, such as the rotation of a round object about its axis.
 */
const ridge = 1e-3;
/** Added to the diagonal, so that equations without residuals have a solution. */
const minDiagonal = 1e-9;

/**
 * Finds the transform with the least cost near another one (Levenberg and Marquardt) in at most
 * `maxRounds` evaluations. Steps rotate about `pivot`, a point of the second pass.
 */
export function minimizeCost(
  start: RigidTransform,
  pivot: Readonly<Vector>,
  findCost: CostFunction,
  maxRounds: number,
): Candidate {
  let equations = createRigidEquations();
  let best: Candidate = { transform: start, cost: findCost(start, equations) };
  let damping = startDamping;
  for (let round = 0; round < maxRounds; round++) {
    const step = solveDamped(equations, damping);
    const nextEquations = createRigidEquations();
    const transform = step && moveAbout(best.transform, pivot, step);
    const cost = transform ? findCost(transform, nextEquations) : Infinity;
    if (!transform || !(cost < best.cost)) {
      damping *= dampingFactor;
      if (damping > maxDamping) break;
      continue;
    }
    const gain = (best.cost - cost) / best.cost;
    best = { transform, cost };
    equations = nextEquations;
    damping = Math.max(minDamping, damping / dampingFactor);
    if (gain < minGain) break;
  }
  return best;
}

/** Returns the damped step, or undefined if the equations are singular. */
function solveDamped(
  { matrix, values }: RigidEquations,
  damping: number,
): Float64Array | undefined {
  const damped = matrix.slice();
  for (const first of [0, 3]) {
    const diagonal = [first, first + 1, first + 2].map((unknown) => (values.length + 1) * unknown);
    const mean = diagonal.reduce((sum, at) => sum + matrix[at]!, 0) / 3;
    for (const at of diagonal) {
      damped[at]! += damping * matrix[at]! + ridge * mean + minDiagonal;
    }
  }
  const step = values.slice();
  return solve(damped, step) ? step : undefined;
}
