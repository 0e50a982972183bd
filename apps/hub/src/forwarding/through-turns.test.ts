import { expect, it } from "vitest";
import type { SendResult } from "../destinations/sender.ts";
import type { ClaimedDelivery, Settled } from "../store/deliveries.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createDeadlines } from "./deadlines.ts";
import type { Lane } from "./lane.ts";
import {
  claimedDelivery,
  destinationRecord,
  fixedLanes,
  openCircuit,
  openLane,
  takeSlots,
} from "./testing/records.ts";
import { createThroughTurns } from "./through-turns.ts";

const delivered: SendResult = { kind: "delivered", status: 200, ms: 5 };

/** Turns for the requests of one lane, in a store where delivery 7 is free. */
function openTurns(
  lane: Lane,
  overrides: {
    claimOne?: () => Promise<ClaimedDelivery | undefined>;
    send?: () => Promise<SendResult | undefined>;
  } = {},
) {
  const events: string[] = [];
  const settled: { node: string; settled: Settled; onStored: () => void }[] = [];
  let name = "n1";
  const turns = createThroughTurns({
    store: { claimOne: overrides.claimOne ?? (async () => claimedDelivery(7)) },
    lanes: fixedLanes(lane),
    node: {
      get name() {
        return name;
      },
      rename() {
        name = "n2";
      },
    },
    settlements: {
      add: (node, outcome, onStored) => void settled.push({ node, settled: outcome, onStored }),
    },
    deadlines: createDeadlines(() => 0),
    claiming: { claimAll: () => void events.push("given back") },
    async send(sendLane, { id }, { timeoutMs }) {
      expect(sendLane.busy).toBe(1);
      events.push(`send ${id}`);
      expect(timeoutMs).toBeGreaterThanOrEqual(1);
      const sent = await (overrides.send ?? (async () => delivered))();
      sendLane.freeSlot();
      return sent;
    },
  });
  return {
    events,
    settled,
    nodeName: () => name,
    sendNow: (timeoutMs = 60_000) =>
      turns.sendNow(7, {
        timeoutMs,
        maxResponseBytes: 1000,
        mayShow: () => true,
        onSettled: () => void events.push("settled"),
      }),
  };
}

it("claims the delivery and sends it in a free slot", async () => {
  const lane = openLane();
  const { sendNow, events } = openTurns(lane);
  expect(await sendNow()).toEqual({ kind: "sent", sent: delivered });
  expect(lane.claims).toEqual(new Map([[7, "n1"]]));
  expect(events).toEqual(["send 7"]);
});

it("waits for a slot, and gets it before deliveries that are already claimed", async () => {
  const lane = openLane(destinationRecord(1, { concurrency: 1 }));
  takeSlots(lane, 1);
  lane.enqueue(claimedDelivery(6), "n1");
  const { sendNow, events } = openTurns(lane);
  const sending = sendNow();
  await expect.poll(() => [...lane.claims.keys()]).toContain(7);
  expect(events).toEqual([]);
  lane.freeSlot();
  lane.fill(Date.now(), ({ id }) => void events.push(`start ${id}`));
  expect(await sending).toEqual({ kind: "sent", sent: delivered });
  expect(events).toEqual(["send 7"]);
});

it("gives the delivery back when no slot is free in time", async () => {
  const lane = openLane(destinationRecord(1, { concurrency: 1 }));
  takeSlots(lane, 1);
  const { sendNow, settled, events } = openTurns(lane);
  expect(await sendNow(1)).toEqual({ kind: "not-sent", why: "busy" });
  expect(settled).toMatchObject([{ node: "n1", settled: { id: 7, state: "pending" } }]);
  settled[0]?.onStored();
  expect(lane.claims.has(7)).toBe(false);
  // The turn is over, so a slot that is free again is not taken for it.
  lane.freeSlot();
  lane.fill(Date.now(), () => {});
  expect(lane.busy).toBe(0);
  expect(events).toEqual(["settled", "given back"]);
});

it("gives the delivery back while its destination is down", async () => {
  const lane = openLane();
  openCircuit(lane, Date.now());
  const { sendNow, settled } = openTurns(lane);
  expect(await sendNow()).toEqual({ kind: "not-sent", why: "down" });
  expect(settled).toHaveLength(1);
});

it("sends the delivery as the probe once the pause for persons is over, though the circuit is still open", async () => {
  const lane = openLane();
  openCircuit(lane, Date.now() - 6000);
  expect(lane.circuit.state(Date.now())).toBe("open");
  const { sendNow } = openTurns(lane);
  expect(await sendNow()).toEqual({ kind: "sent", sent: delivered });
});

it("gives back a delivery of a destination that is held, or that was removed", async () => {
  const held = openTurns(openLane(destinationRecord(1, { state: "held" })));
  expect(await held.sendNow()).toEqual({ kind: "not-sent", why: "held" });
  const removed = openTurns(openLane(), {
    claimOne: async () => claimedDelivery(7, { destination: 99 }),
  });
  expect(await removed.sendNow()).toEqual({ kind: "not-sent", why: "held" });
  expect(removed.settled).toHaveLength(1);
});

it("does not send a delivery that is settled or that this or another node is sending", async () => {
  const elsewhere = openTurns(openLane(), { claimOne: async () => undefined });
  expect(await elsewhere.sendNow()).toEqual({ kind: "not-sent", why: "taken" });
  const lane = openLane();
  lane.claim(7, "n1");
  const here = openTurns(lane);
  expect(await here.sendNow()).toEqual({ kind: "not-sent", why: "taken" });
  expect(here.events).toEqual(["settled"]);
  expect(here.settled).toEqual([]);
});

it("renames the node when the result of the claim is unknown", async () => {
  const { sendNow, events, nodeName } = openTurns(openLane(), {
    claimOne: () => Promise.reject(new StoreUnavailable("broken", "The connection was lost.")),
  });
  expect(await sendNow()).toEqual({ kind: "not-sent", why: "unknown" });
  expect(nodeName()).toBe("n2");
  expect(events).toEqual(["settled"]);
});

it("returns “closing” for a cut-off attempt if the hub is closing, and “unknown” otherwise", async () => {
  const cutOff = openTurns(openLane(), { send: async () => undefined });
  expect(await cutOff.sendNow()).toEqual({ kind: "not-sent", why: "unknown" });
  const closingLane = openLane();
  const closing = openTurns(closingLane, {
    async send() {
      closingLane.close();
      return undefined;
    },
  });
  expect(await closing.sendNow()).toEqual({ kind: "not-sent", why: "closing" });
});
