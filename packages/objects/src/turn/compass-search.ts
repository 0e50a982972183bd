import type { RigidTransform } from "../geometry/rigid-transform.ts";
import { type Fitted, moveTurn } from "./levenberg-marquardt.ts";

const radius = 40;
/** At most so many rounds are made with a step. */
const rounds = 6;

/**
 * Improves a turn by steps about and along each axis, as long as one of them lowers its cost, which
 * need not be smooth. `steps` are in millimeters, at `radius` millimeters from the middle of the
 * object.
 */
export function polishTurn(
  start: RigidTransform,
  middle: readonly [number, number, number],
  findCost: (turn: RigidTransform) => number,
  steps: readonly number[],
): Fitted {
  let best: Fitted = { turn: start, cost: findCost(start) };
  for (const step of steps) {
    for (let round = 0, improved = true; improved && round < rounds; round++) {
      improved = false;
      for (let axis = 0; axis < 6; axis++) {
        for (const sign of [step, -step]) {
          const move = new Float64Array(6);
          move[axis] = axis < 3 ? sign / radius : sign;
          const turn = moveTurn(best.turn, middle, move);
          const cost = findCost(turn);
          if (!(cost < best.cost)) continue;
          best = { turn, cost };
          improved = true;
          break;
        }
      }
    }
  }
  return best;
}
