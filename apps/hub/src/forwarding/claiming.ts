import type { FastifyBaseLogger } from "fastify";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { ForwardingStore } from "../store/store.ts";
import { createAlarm } from "./alarm.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Lane } from "./lane.ts";
import type { Lanes } from "./lanes.ts";
import type { NodeIdentity } from "./node-identity.ts";
import type { Settlements } from "./settlements.ts";
import { createStoreBackoff } from "./store-backoff.ts";

const minClaimIntervalMs = 20;
/**
 * The shortest wait for the next due delivery. The time that the store returns may have passed, if
 * more deliveries are due than were asked for.
 */
const minWaitMs = 250;

export type Claiming = {
  /** Claims for every lane soon, because something may have become due. */
  claimAll(): void;
  /** Claims for this lane soon, if it has room and the store may have more for it. */
  claimFor(lane: Lane): void;
  /** Claims at this time, in milliseconds since 1970, or earlier. */
  claimAt(time: number): void;
  /** Prevents further claims. Resolves when the current claim is over. */
  stop(): Promise<void>;
};

/** Claims due deliveries for lanes with room. */
export function createClaiming(parts: {
  store: Pick<ForwardingStore, "claim">;
  lanes: Lanes;
  node: Pick<NodeIdentity, "name" | "rename">;
  settlements: Pick<Settlements, "add">;
  deadlines: Pick<Deadlines, "note">;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  /** Called for every lane after each claim, also after one that failed. */
  onClaimed: (lane: Lane) => void;
}): Claiming {
  const { store, lanes, node, settlements, deadlines, log, onClaimed } = parts;
  const backoff = createStoreBackoff(log, "due deliveries could not be claimed");
  const alarm = createAlarm(claimDue, { minIntervalMs: minClaimIntervalMs });

  async function claimDue() {
    try {
      await lanes.followRouting();
      await claimForLanesWithRoom();
      backoff.succeeded();
    } catch (error) {
      lanes.expectMore();
      alarm.runAt(Date.now() + backoff.failed(error));
    }
    for (const lane of lanes) onClaimed(lane);
  }

  async function claimForLanesWithRoom() {
    const now = Date.now();
    const lanesWithRoom = [...lanes]
      .map((lane) => ({ lane, limit: lane.claimLimit(now) }))
      .filter(({ limit }) => limit > 0);
    if (lanesWithRoom.length === 0) return;
    // Before the claim, so that a delivery that becomes due during the claim sets the flag again.
    for (const { lane } of lanesWithRoom) lane.expectNoMore();
    const claimRequests = lanesWithRoom.map(({ lane, limit }) => ({
      destination: lane.destination.id,
      limit,
    }));
    // The node may take another name while the claim is under way.
    const claimedBy = node.name;
    const { claimed, next } = await claim(claimedBy, claimRequests);
    for (const delivery of claimed) enqueue(delivery, claimedBy);
    for (const { lane, limit } of lanesWithRoom) {
      if (lane.waiting.length >= limit) lane.expectMore();
    }
    if (next) alarm.runAt(Math.max(next.getTime(), Date.now() + minWaitMs));
  }

  async function claim(...request: Parameters<typeof store.claim>) {
    try {
      return await store.claim(...request);
    } catch (error) {
      node.rename();
      throw error;
    }
  }

  function enqueue(claimed: ClaimedDelivery, claimedBy: string) {
    deadlines.note(claimed);
    const lane = lanes.get(claimed.destination);
    // The destination was removed during the claim, and the store has dropped the delivery.
    if (!lane) settlements.add(claimedBy, { id: claimed.id, state: "pending" }, () => {});
    else lane.enqueue(claimed, claimedBy);
  }

  return {
    claimAll() {
      lanes.expectMore();
      if (!backoff.isWaiting()) alarm.runSoon();
    },
    claimFor(lane) {
      const hasRoom = lane.mayHaveMore && lane.claimLimit(Date.now()) > 0;
      if (hasRoom && !backoff.isWaiting()) alarm.runSoon();
    },
    claimAt: alarm.runAt,
    stop: alarm.stop,
  };
}
