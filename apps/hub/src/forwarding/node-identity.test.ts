import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { StoreUnavailable } from "../store/unavailable.ts";
import { startNodeIdentity } from "./node-identity.ts";
import { silentLog } from "./testing/records.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A node whose calls of the store are written down. */
function startNode(claimNames: () => Iterable<string> = () => []) {
  const heartbeatNames: string[] = [];
  const releasedNames: string[] = [];
  let isDown = false;
  const recordCall = async (calls: string[], name: string) => {
    if (isDown) throw new StoreUnavailable("busy", "The database is locked.");
    calls.push(name);
  };
  const node = startNodeIdentity({
    store: {
      recordHeartbeat: (name, silentMs) => {
        expect(silentMs).toBe(6000);
        return recordCall(heartbeatNames, name);
      },
      releaseNode: (name) => recordCall(releasedNames, name),
    },
    log: silentLog,
    lanes: { claimNames: () => new Set(claimNames()) },
  });
  return {
    node,
    left: releasedNames,
    takeBeats: () => heartbeatNames.splice(0),
    takeDown() {
      isDown = true;
    },
    bringBack() {
      isDown = false;
    },
  };
}

it("beats when it starts and every two seconds after that, until the heartbeat is stopped", async () => {
  const { node, takeBeats } = startNode();
  await vi.advanceTimersByTimeAsync(0);
  expect(takeBeats()).toEqual([node.name]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(takeBeats()).toEqual([node.name, node.name]);
  node.stopHeartbeat();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(takeBeats()).toEqual([]);
});

it("keeps an old name alive for as long as a claim under it is unsettled", async () => {
  const claims = new Set<string>();
  const { node, takeBeats } = startNode(() => claims);
  const oldName = node.name;
  claims.add(oldName);
  node.rename();
  expect(node.name).not.toBe(oldName);
  await vi.advanceTimersByTimeAsync(2000);
  takeBeats();
  await vi.advanceTimersByTimeAsync(2000);
  expect(takeBeats()).toEqual([node.name, oldName]);
  claims.clear();
  await vi.advanceTimersByTimeAsync(2000);
  expect(takeBeats()).toEqual([node.name]);
});

it("beats again once the store is available again", async () => {
  const { node, takeBeats, takeDown, bringBack } = startNode();
  await vi.advanceTimersByTimeAsync(0);
  takeBeats();
  takeDown();
  await vi.advanceTimersByTimeAsync(2000);
  expect(takeBeats()).toEqual([]);
  bringBack();
  await vi.advanceTimersByTimeAsync(2000);
  expect(takeBeats()).toEqual([node.name]);
});

it("leaves under all its names, and does not fail when the store is unavailable", async () => {
  const { node, left, takeDown } = startNode(() => ["old name"]);
  await node.leave();
  expect(left).toEqual([node.name, "old name"]);
  takeDown();
  await expect(node.leave()).resolves.toBeUndefined();
});
