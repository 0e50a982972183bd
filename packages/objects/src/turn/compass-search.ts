import type { RigidTransform } from "../geometry/rigid-transform.ts";
import type { Vector } from "../geometry/vector.ts";
import type { Candidate } from "./levenberg-marquardt.ts";
import { moveAbout } from "./move-about.ts";

/**
 * A rotation by a step moves points at this distance from the pivot by the length of the step, in
 * millimeters.
 */
const leverArm = 40;
/** With each step length, all axes are tried at most this often. */
const maxRounds = 6;

/**
 * Improves a transform by compass search (Kolda, Lewis and Torczon 2003): tries a step about and
 * along each axis, in both directions, as long as one of them lowers the cost, which need not be
 * smooth. Rotations are about `pivot`, a point of the second pass; `stepLengths` are in
 * millimeters.
 */
export function searchByCompass(
  start: RigidTransform,
  pivot: Readonly<Vector>,
  findCost: (transform: RigidTransform) => number,
  stepLengths: readonly number[],
): Candidate {
  let best: Candidate = { transform: start, cost: findCost(start) };
  for (const length of stepLengths) {
    for (let round = 0, improved = true; improved && round < maxRounds; round++) {
      improved = false;
      for (let axis = 0; axis < 6; axis++) {
        for (const step of [length, -length]) {
          const motion = new Float64Array(6);
          motion[axis] = axis < 3 ? step / leverArm : step;
          const transform = moveAbout(best.transform, pivot, motion);
          const cost = findCost(transform);
          if (!(cost < best.cost)) continue;
          best = { transform, cost };
          improved = true;
          break;
        }
      }
    }
  }
  return best;
}
