import type { ClaimedDelivery, DestinationRecord } from "../store/forwarding.ts";
import type { Circuit } from "./circuit.ts";

/** Deliveries claimed ahead for each slot, so that a free slot does not wait for the store. */
const claimedAheadPerSlot = 7;
const maxClaimedAhead = 56;
/** An ordered destination claims a run of deliveries and sends them one after the other. */
const orderedRunLength = 32;

/**
 * The queue and the slots of one destination. Each destination has its own lane, so that none
 * delays another.
 */
export type Lane = {
  destination: DestinationRecord;
  circuit: Circuit;
  /** Claimed deliveries that are not being sent yet. */
  waiting: ClaimedDelivery[];
  /** Turns of `through` requests, which go before `waiting`. False: the turn will not come. */
  throughTurns: ((isGranted: boolean) => void)[];
  /** Requests under way. */
  busy: number;
  /** Claims that are not settled: the delivery's id and the node name it was claimed under. */
  claims: Map<number, string>;
  /** The store may have more due deliveries. */
  mayHaveMore: boolean;
  /** Pending while the store is told that the destination is held; nothing goes out meanwhile. */
  holding?: Promise<void>;
  /** The error of the newest attempt, if that failed. */
  lastError?: string;
};

export function createLane(destination: DestinationRecord, circuit: Circuit): Lane {
  return {
    destination,
    circuit,
    waiting: [],
    throughTurns: [],
    busy: 0,
    claims: new Map(),
    mayHaveMore: true,
  };
}

/** Returns how many more deliveries may be claimed for this lane. */
export function claimLimit(lane: Lane, now: number): number {
  const { destination, circuit, claims } = lane;
  const slots = slotsOf(lane, now);
  const isProbing = circuit.state(now) === "probing";
  if (destination.ordered) {
    // The store gives no second run while one is under way.
    if (slots === 0 || claims.size > 0) return 0;
    return isProbing ? 1 : orderedRunLength;
  }
  const ahead = isProbing ? 0 : Math.min(slots * claimedAheadPerSlot, maxClaimedAhead);
  return Math.max(0, slots + ahead - claims.size);
}

/**
 * Fills the free slots: grants `through` turns first, then calls `start` for waiting deliveries.
 * Whatever starts must raise `lane.busy` before it returns.
 */
export function fillSlots(
  lane: Lane,
  now: number,
  start: (claimed: ClaimedDelivery) => void,
): void {
  while (lane.busy < slotsOf(lane, now)) {
    const grantTurn = lane.throughTurns.shift();
    if (grantTurn) {
      grantTurn(true);
      continue;
    }
    const next = lane.waiting.shift();
    if (!next) return;
    start(next);
  }
}

/** The number of requests that the destination may have at a time now. */
function slotsOf({ destination, circuit, holding }: Lane, now: number): number {
  if (destination.state !== "on" || holding) return 0;
  return circuit.limit(destination.ordered ? 1 : destination.concurrency, now);
}
