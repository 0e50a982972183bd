import { describe, expect, it } from "vitest";
import {
  claimedDelivery,
  destinationRecord,
  openCircuit,
  openLane,
  takeSlots,
} from "./testing/records.ts";

const now = 1_000_000;
/** The first pause of a circuit is 30 seconds. */
const afterPause = now + 30_000;

describe("claimLimit", () => {
  it("allows seven deliveries ahead for each slot, beside those in the slots", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 4 }));
    expect(lane.claimLimit(now)).toBe(4 + 4 * 7);
  });

  it("allows at most 56 deliveries ahead", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 64 }));
    expect(lane.claimLimit(now)).toBe(64 + 56);
  });

  it("subtracts the claims that are not settled", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 1 }));
    for (let id = 1; id <= 3; id++) lane.claim(id, "node");
    expect(lane.claimLimit(now)).toBe(1 + 7 - 3);
  });

  it("gives an ordered destination one run of 32, and nothing more until it is settled", () => {
    const lane = openLane(destinationRecord(1, { ordered: true }));
    expect(lane.claimLimit(now)).toBe(32);
    lane.claim(1, "node");
    expect(lane.claimLimit(now)).toBe(0);
  });

  it.each([false, true])(
    "is 0 while the circuit is open, then 1 for a probe (ordered: %s)",
    (ordered) => {
      const lane = openLane(destinationRecord(1, { ordered }));
      openCircuit(lane, now);
      expect(lane.claimLimit(now)).toBe(0);
      expect(lane.claimLimit(afterPause)).toBe(1);
    },
  );

  it("is 0 for a destination that is held, switched off or about to be held", () => {
    expect(openLane(destinationRecord(1, { state: "held" })).claimLimit(now)).toBe(0);
    expect(openLane(destinationRecord(1, { state: "dropping" })).claimLimit(now)).toBe(0);
    const lane = openLane();
    void lane.hold(() => new Promise(() => {}));
    expect(lane.claimLimit(now)).toBe(0);
  });
});

describe("fill", () => {
  it("starts as many waiting deliveries as there are free slots, oldest first", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 3 }));
    takeSlots(lane, 1, now);
    for (const id of [1, 2, 3]) lane.enqueue(claimedDelivery(id), "node");
    const started: number[] = [];
    lane.fill(now, ({ id }) => void started.push(id));
    expect(started).toEqual([1, 2]);
    expect(lane.waiting.map(({ id }) => id)).toEqual([3]);
  });

  it("grants turns of through requests before it starts waiting deliveries", async () => {
    const lane = openLane(destinationRecord(1, { concurrency: 1 }));
    takeSlots(lane, 1, now);
    lane.enqueue(claimedDelivery(1), "node");
    const turn = lane.waitForTurn(60_000);
    lane.freeSlot();
    const started: number[] = [];
    lane.fill(now, ({ id }) => void started.push(id));
    expect(await turn).toBe(true);
    expect(started).toEqual([]);
    lane.freeSlot();
    lane.fill(now, ({ id }) => void started.push(id));
    expect(started).toEqual([1]);
  });

  it("starts one probe after the pause of an open circuit", () => {
    const lane = openLane();
    for (const id of [1, 2]) lane.enqueue(claimedDelivery(id), "node");
    openCircuit(lane, now);
    let started = 0;
    const start = () => {
      started += 1;
    };
    lane.fill(now, start);
    expect(started).toBe(0);
    lane.fill(afterPause, start);
    expect(started).toBe(1);
  });
});
