import { expect, it } from "vitest";
import type { DestinationRecord, Routing } from "../store/routing.ts";
import { createLanes } from "./lanes.ts";
import { claimedDelivery, destinationRecord, openCircuit } from "./testing/records.ts";

/** Lanes over a routing that a test can replace. */
function openLanes(...destinations: DestinationRecord[]) {
  let routing: Routing = { routes: [], destinations };
  const calls: string[] = [];
  let hasNewSecrets = false;
  let onRenew = () => {};
  const lanes = createLanes({
    store: { routing: () => routing },
    sender: { forget: (id) => void calls.push(`close connections ${id}`) },
    secrets: {
      async renew() {
        onRenew();
        return hasNewSecrets;
      },
      forget: (id) => void calls.push(`forget secrets ${id}`),
    },
    settlements: { add: (_node, { id }) => void calls.push(`give back ${id}`) },
  });
  return {
    lanes,
    calls,
    async change(...newDestinations: DestinationRecord[]) {
      routing = { routes: [], destinations: newDestinations };
      await lanes.followRouting();
    },
    changeSecrets() {
      hasNewSecrets = true;
    },
    closeOnRenew() {
      onRenew = lanes.close;
    },
  };
}

it("opens a lane for each destination and keeps it while nothing changes", async () => {
  const { lanes, calls, change } = openLanes(destinationRecord(1), destinationRecord(2));
  await lanes.followRouting();
  const laneBefore = lanes.get(1);
  expect([...lanes].map(({ destination }) => destination.id)).toEqual([1, 2]);
  await change(destinationRecord(1), destinationRecord(2));
  expect(lanes.get(1)).toBe(laneBefore);
  expect(calls).toEqual([]);
});

it("closes the circuit and the connections of a destination that a person has changed", async () => {
  const { lanes, calls, change } = openLanes(destinationRecord(1));
  await lanes.followRouting();
  const lane = lanes.get(1)!;
  openCircuit(lane, 0);
  await change(destinationRecord(1, { settings: { url: "https://example.org/new" } }));
  expect(lanes.get(1)).toBe(lane);
  expect(lane.destination.settings).toEqual({ url: "https://example.org/new" });
  expect(lane.circuit.state(0)).toBe("closed");
  expect(lane.lastError).toBeUndefined();
  expect(calls).toEqual(["close connections 1"]);
});

it("closes the connections of a destination whose secrets alone have changed", async () => {
  const { lanes, calls, change, changeSecrets } = openLanes(destinationRecord(1));
  await lanes.followRouting();
  changeSecrets();
  await change(destinationRecord(1));
  expect(calls).toEqual(["close connections 1"]);
});

it("gives back what waits for a destination that is held", async () => {
  const { lanes, calls, change } = openLanes(destinationRecord(1));
  await lanes.followRouting();
  lanes.get(1)?.enqueue(claimedDelivery(7), "n1");
  await change(destinationRecord(1, { state: "held" }));
  expect(lanes.get(1)?.destination.state).toBe("held");
  expect(calls).toEqual(["close connections 1", "give back 7"]);
});

it("gives back what waits for a destination that was removed, and forgets its lane", async () => {
  const { lanes, calls, change } = openLanes(destinationRecord(1));
  await lanes.followRouting();
  lanes.get(1)?.enqueue(claimedDelivery(7), "n1");
  await change();
  expect(lanes.get(1)).toBeUndefined();
  expect(calls).toEqual(["close connections 1", "forget secrets 1", "give back 7"]);
});

it("opens no lane once it was closed, also while the routing is followed", async () => {
  const { lanes, change, closeOnRenew } = openLanes(destinationRecord(1));
  await lanes.followRouting();
  closeOnRenew();
  await change(destinationRecord(1), destinationRecord(2));
  expect([...lanes].map(({ destination }) => destination.id)).toEqual([1]);
});

it("lists every node name that unsettled deliveries were claimed under", async () => {
  const { lanes } = openLanes(destinationRecord(1), destinationRecord(2));
  await lanes.followRouting();
  lanes.get(1)?.claim(1, "old name");
  lanes.get(1)?.claim(2, "new name");
  lanes.get(2)?.claim(3, "new name");
  expect(lanes.claimNames()).toEqual(new Set(["old name", "new name"]));
});
