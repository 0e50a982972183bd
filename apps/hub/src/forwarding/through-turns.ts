import type { SendResult } from "../destinations/sender.ts";
import type { ClaimedDelivery, ForwardingStore } from "../store/forwarding.ts";
import type { Lane } from "./lane.ts";
import type { WhyNotSent } from "./lane-status.ts";
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
   * destination. A delivery that is not sent goes out later like any other. Never rejects.
   */
  sendNow(delivery: number, request: ThroughRequest): Promise<ThroughResult>;
};

export function createThroughTurns(parts: {
  store: Pick<ForwardingStore, "claimOne">;
  lanes: Pick<Lanes, "get" | "followRouting">;
  node: Pick<NodeIdentity, "name" | "rename">;
  settlements: Pick<Settlements, "add">;
  findObstacle: (lane: Lane) => WhyNotSent | undefined;
  /**
   * Takes a slot of the lane before it returns. Resolves to undefined if the attempt was cut off.
   */
  send: (
    lane: Lane,
    claimed: ClaimedDelivery,
    request: ThroughRequest,
  ) => Promise<SendResult | undefined>;
  /** Called when a turn waits for a slot of this lane. */
  onTurn: (lane: Lane) => void;
  /** Called when a delivery that was not sent is free again. */
  onGivenBack: () => void;
}): ThroughTurns {
  const { store, lanes, node, settlements, findObstacle, send, onTurn, onGivenBack } = parts;

  async function claimOne(claimedBy: string, delivery: number) {
    try {
      return await store.claimOne(claimedBy, delivery);
    } catch {
      // The sender learns that nothing is known; the claiming of due deliveries logs that the store
      // fails.
      node.rename();
      return "unknown" as const;
    }
  }

  /**
   * Waits in line for a slot. Exactly one of the two callbacks is called, `onGranted` while the
   * slot is free.
   */
  function takeTurn(
    lane: Lane,
    timeoutMs: number,
    { onGranted, onMissed }: { onGranted: () => void; onMissed: () => void },
  ) {
    const turn = (isGranted: boolean) => {
      clearTimeout(timer);
      lane.throughTurns = lane.throughTurns.filter((waitingTurn) => waitingTurn !== turn);
      if (isGranted) onGranted();
      else onMissed();
    };
    const timer = setTimeout(turn, timeoutMs, false);
    lane.throughTurns.push(turn);
    onTurn(lane);
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
      const giveBack = (why: WhyNotSent): ThroughResult => {
        settlements.add(claimedBy, { id: delivery, state: "pending" }, () => {
          lane?.claims.delete(delivery);
          request.onSettled();
          onGivenBack();
        });
        return { kind: "not-sent", why };
      };
      if (!lane) return giveBack("held");
      const obstacle = findObstacle(lane);
      if (obstacle) return giveBack(obstacle);
      // Pauses are shorter for a person: a probe may be due for this request before it is for the
      // lane.
      lane.circuit.endPause(Date.now());
      lane.claims.set(delivery, claimedBy);
      return new Promise((resolve) => {
        takeTurn(lane, request.timeoutMs, {
          onGranted() {
            const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
            send(lane, claimed, { ...request, timeoutMs }).then((sent) => {
              const why = findObstacle(lane) === "closing" ? "closing" : "unknown";
              resolve(sent ? { kind: "sent", sent } : { kind: "not-sent", why });
            });
          },
          onMissed: () => resolve(giveBack(findObstacle(lane) ?? "busy")),
        });
      });
    },
  };
}
