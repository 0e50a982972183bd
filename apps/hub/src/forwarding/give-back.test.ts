import { expect, it } from "vitest";
import type { Settled } from "../store/deliveries.ts";
import { giveBackAll, giveBackWaiting } from "./give-back.ts";
import { claimedDelivery, openLane } from "./testing/records.ts";

it("gives back waiting deliveries under the node name that they were claimed under", () => {
  const lane = openLane();
  lane.enqueue(claimedDelivery(7), "n1");
  lane.claim(8, "n2");
  const added: { node: string; settled: Settled; onStored: () => void }[] = [];
  giveBackWaiting(lane, {
    add: (node, settled, onStored) => void added.push({ node, settled, onStored }),
  });
  expect(lane.waiting).toEqual([]);
  expect(added).toMatchObject([{ node: "n1", settled: { id: 7, state: "pending" } }]);
  // The delivery counts as claimed until the store has recorded that it is free.
  expect([...lane.claims.keys()]).toEqual([7, 8]);
  added[0]?.onStored();
  expect([...lane.claims.keys()]).toEqual([8]);
});

it("ends the through turns of a lane that gives back all its deliveries", async () => {
  const lane = openLane();
  void lane.hold(() => new Promise(() => {}));
  const turn = lane.waitForTurn(60_000);
  giveBackAll(lane, { add() {} });
  expect(await turn).toBe(false);
});
