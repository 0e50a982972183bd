import type { ClaimedDelivery, DestinationRecord } from "../store/forwarding.ts";
import type { Circuit } from "./circuit.ts";

/** So many are claimed for each slot, so that a slot does not wait for the store. */
const aheadForASlot = 7;
const mostAhead = 56;
/** Of an ordered destination a run is claimed, and sent one after the other. */
const aheadInOrder = 32;

/** What one destination has under way. Each has its own, so that none delays another. */
export type Lane = {
  destination: DestinationRecord;
  circuit: Circuit;
  /** Claimed and not begun. */
  waiting: ClaimedDelivery[];
  /** Scanners that wait for an answer; they come first. */
  urgent: ((isTheirTurn: boolean) => void)[];
  /** Requests right now. */
  busy: number;
  /** What is claimed and not yet settled: its id, and the name it was claimed under. */
  inHand: Map<number, string>;
  /** The store may have more that is due. */
  more: boolean;
  /** It takes nothing any more, and the store is being told so. */
  holding?: Promise<void>;
  /** Of the newest attempt, when it failed. */
  lastError?: string;
};

export function createLane(destination: DestinationRecord, circuit: Circuit): Lane {
  const nothing = { waiting: [], urgent: [], busy: 0, inHand: new Map<number, string>() };
  return { destination, circuit, ...nothing, more: true };
}

/** Requests to it at a time, as things are. */
function slotsOf({ destination, circuit, holding }: Lane, now: number): number {
  if (destination.state !== "on" || holding) return 0;
  return circuit.limit(destination.ordered ? 1 : destination.concurrency, now);
}

/** How many more may be claimed for it. */
export function roomOf(lane: Lane, now: number): number {
  const { destination, circuit, inHand } = lane;
  const slots = slotsOf(lane, now);
  const isProbing = circuit.limit(2, now) === 1;
  if (destination.ordered) {
    // The store gives no second run while one is under way.
    if (slots === 0 || inHand.size > 0) return 0;
    return isProbing ? 1 : aheadInOrder;
  }
  const most = isProbing ? slots : slots + Math.min(slots * aheadForASlot, mostAhead);
  return Math.max(0, most - inHand.size);
}

/** Begins what there are slots for; `begin` is given each claimed delivery whose turn it is, and takes a slot. */
export function pump(lane: Lane, now: number, begin: (claimed: ClaimedDelivery) => void): void {
  while (lane.busy < slotsOf(lane, now)) {
    const urgent = lane.urgent.shift();
    if (urgent) {
      urgent(true);
      continue;
    }
    const next = lane.waiting.shift();
    if (!next) return;
    begin(next);
  }
}
