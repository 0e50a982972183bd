import { expect, it } from "vitest";
import type { ClaimedDelivery, Settled } from "../store/deliveries.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createClaiming } from "./claiming.ts";
import type { Lane } from "./lane.ts";
import {
  claimedDelivery,
  destinationRecord,
  fixedLanes,
  openLane,
  silentLog,
} from "./testing/records.ts";

type ClaimRequest = readonly { destination: number; limit: number }[];
type Claim = (
  node: string,
  wanted: ClaimRequest,
) => Promise<{ claimed: ClaimedDelivery[]; next?: Date }>;

/**
 * Claiming for these lanes, as a node called `n1` that is called `n2`, `n3`, … after it was
 * renamed.
 */
function openClaiming(lanes: Lane[], claim: Claim) {
  const claims: { node: string; wanted: ClaimRequest }[] = [];
  const settled: { node: string; settled: Settled; onStored: () => void }[] = [];
  let generation = 1;
  const node = {
    get name() {
      return `n${generation}`;
    },
    rename() {
      generation += 1;
    },
  };
  const waiters = new Set<{ count: number; resolve: () => void }>();
  let rounds = 0;
  const claiming = createClaiming({
    store: {
      claim(name, wanted) {
        claims.push({ node: name, wanted });
        return claim(name, wanted);
      },
    },
    lanes: fixedLanes(...lanes),
    node,
    settlements: {
      add: (name, outcome, onStored) =>
        void settled.push({ node: name, settled: outcome, onStored }),
    },
    deadlines: { note() {} },
    log: silentLog,
    onClaimed(lane) {
      if (lane === lanes.at(-1)) rounds += 1;
      for (const waiter of waiters) if (rounds >= waiter.count) waiter.resolve();
    },
  });
  return {
    claiming,
    claims,
    settled,
    node,
    /** Resolves when claiming was tried this many times since it was opened. */
    waitForRounds(count: number) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (rounds >= count) resolve();
      else waiters.add({ count, resolve });
      return promise;
    },
    async [Symbol.asyncDispose]() {
      await claiming.stop();
    },
  };
}

it("claims only for lanes with room, and queues the claimed deliveries", async () => {
  const lane = openLane(destinationRecord(1, { concurrency: 1 }));
  const heldLane = openLane(destinationRecord(2, { state: "held" }));
  await using opened = openClaiming([lane, heldLane], async () => ({
    claimed: [claimedDelivery(7)],
  }));
  opened.claiming.claimAll();
  await opened.waitForRounds(1);
  // One slot, and seven deliveries ahead for it.
  expect(opened.claims).toEqual([{ node: "n1", wanted: [{ destination: 1, limit: 8 }] }]);
  expect(lane.waiting.map(({ id }) => id)).toEqual([7]);
  expect(lane.claims).toEqual(new Map([[7, "n1"]]));
  expect(lane.mayHaveMore).toBe(false);
  expect(heldLane.mayHaveMore).toBe(true);
});

it("expects more deliveries for a lane whose claim reached its limit", async () => {
  const lane = openLane(destinationRecord(1, { ordered: true }));
  const claimed = Array.from({ length: 32 }, (_, index) => claimedDelivery(index + 1));
  await using opened = openClaiming([lane], async () => ({ claimed }));
  opened.claiming.claimAll();
  await opened.waitForRounds(1);
  expect(lane.mayHaveMore).toBe(true);
});

it("claims for a lane again only when it has room and the store may have more for it", async () => {
  const lane = openLane(destinationRecord(1, { ordered: true }));
  await using opened = openClaiming([lane], async () => ({ claimed: [] }));
  opened.claiming.claimAll();
  await opened.waitForRounds(1);
  opened.claiming.claimFor(lane);
  lane.expectMore();
  lane.claim(1, "n1");
  opened.claiming.claimFor(lane);
  await new Promise((resolve) => setImmediate(resolve));
  expect(opened.claims).toHaveLength(1);
  lane.release(1);
  opened.claiming.claimFor(lane);
  await opened.waitForRounds(2);
  expect(opened.claims).toHaveLength(2);
});

it("claims again when the next delivery falls due", async () => {
  const lane = openLane();
  let isFirst = true;
  await using opened = openClaiming([lane], async () => {
    const next = isFirst ? new Date() : undefined;
    isFirst = false;
    return { claimed: [], ...(next && { next }) };
  });
  const startedAt = performance.now();
  opened.claiming.claimAll();
  await opened.waitForRounds(2);
  // A time that has passed is taken as 250 ms from now; timers may be a little early.
  expect(performance.now() - startedAt).toBeGreaterThan(240);
});

it("renames the node and tries again after a claim whose result is unknown", async () => {
  const lane = openLane();
  let isFirst = true;
  await using opened = openClaiming([lane], async () => {
    if (!isFirst) return { claimed: [claimedDelivery(7)] };
    isFirst = false;
    throw new StoreUnavailable("broken", "The connection was lost.");
  });
  opened.claiming.claimAll();
  await opened.waitForRounds(2);
  expect(opened.claims.map(({ node }) => node)).toEqual(["n1", "n2"]);
  expect(lane.claims).toEqual(new Map([[7, "n2"]]));
});

it("records the name that a delivery was claimed under, even if the node is renamed during the claim", async () => {
  const lane = openLane();
  await using opened = openClaiming([lane], async () => {
    opened.node.rename();
    return { claimed: [claimedDelivery(7)] };
  });
  opened.claiming.claimAll();
  await opened.waitForRounds(1);
  expect(lane.claims).toEqual(new Map([[7, "n1"]]));
});

it("gives back a delivery whose destination was removed during the claim", async () => {
  const lane = openLane();
  const claimed = [claimedDelivery(7, { destination: 99 })];
  await using opened = openClaiming([lane], async () => ({ claimed }));
  opened.claiming.claimAll();
  await opened.waitForRounds(1);
  expect(opened.settled).toMatchObject([{ node: "n1", settled: { id: 7, state: "pending" } }]);
});
