import { type SettledRoom, settleRoom } from "./closing/settle-room.ts";
import type { Plan } from "./model/plan.ts";
import type { PlanProblem } from "./model/plan-problem.ts";
import { moveRoom } from "./placing/move-room.ts";
import { placeRooms } from "./placing/place-rooms.ts";

/** A plan as it is shown: closed rooms in one frame. */
export type SettledPlan = {
  plan: Plan;
  rooms: SettledRoom[];
  /**
   * The distance, in meters, between the two doors of each join of `plan.joins`. It is zero for
   * joins that do not close a loop of rooms.
   */
  joinErrors: number[];
};

export type SettledPlanResult =
  | { ok: true; settled: SettledPlan }
  | { ok: false; problem: PlanProblem };

/**
 * Closes the walls of each room and places the rooms beside each other. Returns the problem of the
 * first room that cannot be closed.
 */
export function settlePlan(plan: Plan): SettledPlanResult {
  const rooms: SettledRoom[] = [];
  for (const room of plan.rooms) {
    const result = settleRoom(room);
    if (!result.ok) return result;
    rooms.push(result.settled);
  }
  const { motions, joinErrors } = placeRooms(rooms, plan.joins);
  const placed = rooms.map((room, index) => moveRoom(motions[index]!, room));
  return { ok: true, settled: { plan, rooms: placed, joinErrors } };
}
