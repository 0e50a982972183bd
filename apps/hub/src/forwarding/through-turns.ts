import type { SendResult } from "../destinations/sender.ts";
import type { ClaimedDelivery } from "../store/deliveries.ts";
import type { ForwardingStore } from "../store/store.ts";
import type { Claiming } from "./claiming.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Lane } from "./lane.ts";
import { findObstacle, type WhyNotSent } from "./lane-status.ts";
import type { Lanes } from "./lanes.ts";
import type { NodeIdentity } from "./node-identity.ts";
import type { ThroughRequest } from "./process-delivery.ts";
import type { Settlements } from "./settlements.ts";

export type ThroughResult =
  | { kind: "sent"; sent: SendResult }
  | { kind: "not-sent"; why: WhyNotSent };

export type ThroughTurns = {
  /**
   * Claims a delivery that a scanner waits for and sends it in the next free slot of its
   * destination. A delivery that is not sent now is sent later like any other. Never rejects.
   */
  sendNow(delivery: number, request: ThroughRequest): Promise<ThroughResult>;
};

export function createThroughTurns(parts: {
  store: Pick<ForwardingStore, "claimOne">;
  lanes: Pick<Lanes, "get" | "followRouting">;
  node: Pick<NodeIdentity, "name" | "rename">;
  settlements: Pick<Settlements, "add">;
  claiming: Pick<Claiming, "claimAll">;
  deadlines: Deadlines;
  /**
   * Sends a delivery in the slot that was taken for it. Resolves to undefined if the attempt was
   * cut off.
   */
  send: (
    lane: Lane,
    claimed: ClaimedDelivery,
    request: ThroughRequest,
  ) => Promise<SendResult | undefined>;
}): ThroughTurns {
  const { store, lanes, node, settlements, claiming, deadlines, send } = parts;

  async function claimOne(claimedBy: string, delivery: number) {
    try {
      return await store.claimOne(claimedBy, delivery);
    } catch {
      // The sender is told that the state is unknown. The claiming of due deliveries logs that the
      // store fails.
      node.rename();
      return "unknown" as const;
    }
  }

  return {
    async sendNow(delivery, request) {
      const deadline = performance.now() + request.timeoutMs;
      const claimedBy = node.name;
      // If the store is unreachable, the routing it last returned is used.
      await lanes.followRouting().catch(() => undefined);
      const claimed = await claimOne(claimedBy, delivery);
      const lane = typeof claimed === "object" ? lanes.get(claimed.destination) : undefined;
      if (typeof claimed !== "object" || lane?.claims.has(delivery)) {
        request.onSettled();
        return { kind: "not-sent", why: claimed === "unknown" ? "unknown" : "taken" };
      }
      deadlines.note(claimed);
      const giveBack = (why: WhyNotSent): ThroughResult => {
        settlements.add(claimedBy, { id: delivery, state: "pending" }, () => {
          lane?.release(delivery);
          request.onSettled();
          claiming.claimAll();
        });
        return { kind: "not-sent", why };
      };
      if (!lane) return giveBack("held");
      const obstacle = findObstacle(lane, Date.now());
      if (obstacle) return giveBack(obstacle);
      // Pauses are shorter for a person, so this request may be a probe before the lane sends one.
      lane.circuit.endPause(Date.now());
      lane.claim(delivery, claimedBy);
      const hasSlot = await lane.waitForTurn(request.timeoutMs);
      if (!hasSlot) return giveBack(findObstacle(lane, Date.now()) ?? "busy");
      const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
      const sent = await send(lane, claimed, { ...request, timeoutMs });
      if (sent) return { kind: "sent", sent };
      if (deadlines.hasPassed(claimed)) return { kind: "not-sent", why: "expired" };
      return { kind: "not-sent", why: lane.isClosed ? "closing" : "unknown" };
    },
  };
}
