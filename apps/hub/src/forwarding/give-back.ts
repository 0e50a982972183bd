import type { Lane } from "./lane.ts";
import type { Settlements } from "./settlements.ts";

/**
 * Gives back the deliveries that wait in a lane. Each counts as claimed until the store has
 * recorded that it is free.
 */
export function giveBackWaiting(lane: Lane, settlements: Pick<Settlements, "add">): void {
  for (const { id } of lane.takeWaiting()) {
    const claimedBy = lane.claims.get(id) ?? "";
    settlements.add(claimedBy, { id, state: "pending" }, () => lane.release(id));
  }
}

/** Gives back the deliveries that wait in a lane, and ends its `through` turns. */
export function giveBackAll(lane: Lane, settlements: Pick<Settlements, "add">): void {
  lane.endTurns();
  giveBackWaiting(lane, settlements);
}
