import { describe, expect, it } from "vitest";
import { claimLimit, fillSlots } from "./lane.ts";
import { claimedDelivery, destinationRecord, openCircuit, openLane } from "./testing/records.ts";

const now = 1_000_000;
/** The first pause of a circuit is 30 seconds. */
const afterPause = now + 30_000;

describe("claimLimit", () => {
  it("allows seven deliveries ahead for each slot, beside those in the slots", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 4 }));
    expect(claimLimit(lane, now)).toBe(4 + 4 * 7);
  });

  it("allows at most 56 deliveries ahead", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 64 }));
    expect(claimLimit(lane, now)).toBe(64 + 56);
  });

  it("subtracts the claims that are not settled", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 1 }));
    for (let id = 1; id <= 3; id++) lane.claims.set(id, "node");
    expect(claimLimit(lane, now)).toBe(1 + 7 - 3);
  });

  it("gives an ordered destination one run of 32, and nothing more until it is settled", () => {
    const lane = openLane(destinationRecord(1, { ordered: true }));
    expect(claimLimit(lane, now)).toBe(32);
    lane.claims.set(1, "node");
    expect(claimLimit(lane, now)).toBe(0);
  });

  it.each([false, true])(
    "is 0 while the circuit is open, then 1 for a probe (ordered: %s)",
    (ordered) => {
      const lane = openLane(destinationRecord(1, { ordered }));
      openCircuit(lane, now);
      expect(claimLimit(lane, now)).toBe(0);
      expect(claimLimit(lane, afterPause)).toBe(1);
    },
  );

  it("is 0 for a destination that is held, switched off or about to be held", () => {
    expect(claimLimit(openLane(destinationRecord(1, { state: "held" })), now)).toBe(0);
    expect(claimLimit(openLane(destinationRecord(1, { state: "dropping" })), now)).toBe(0);
    const lane = openLane();
    lane.holding = Promise.resolve();
    expect(claimLimit(lane, now)).toBe(0);
  });
});

describe("fillSlots", () => {
  it("starts as many waiting deliveries as there are free slots, oldest first", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 3 }));
    lane.busy = 1;
    lane.waiting = [1, 2, 3].map((id) => claimedDelivery(id));
    const started: number[] = [];
    fillSlots(lane, now, ({ id }) => {
      started.push(id);
      lane.busy += 1;
    });
    expect(started).toEqual([1, 2]);
    expect(lane.waiting.map(({ id }) => id)).toEqual([3]);
  });

  it("grants turns of through requests before it starts waiting deliveries", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 2 }));
    const events: string[] = [];
    lane.waiting = [claimedDelivery(1)];
    lane.throughTurns = [
      (isGranted) => {
        events.push(`turn ${isGranted}`);
        lane.busy += 1;
      },
    ];
    fillSlots(lane, now, ({ id }) => {
      events.push(`delivery ${id}`);
      lane.busy += 1;
    });
    expect(events).toEqual(["turn true", "delivery 1"]);
  });

  it("starts one probe after the pause of an open circuit", () => {
    const lane = openLane();
    lane.waiting = [1, 2].map((id) => claimedDelivery(id));
    openCircuit(lane, now);
    let started = 0;
    const start = () => {
      started += 1;
      lane.busy += 1;
    };
    fillSlots(lane, now, start);
    expect(started).toBe(0);
    fillSlots(lane, afterPause, start);
    expect(started).toBe(1);
  });
});
