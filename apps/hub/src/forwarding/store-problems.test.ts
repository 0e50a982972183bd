import { expect, test } from "vitest";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openTestForwarding, soon } from "./testing/forwarding.ts";

test("every delivery is eventually delivered even though calls of every store method fail", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await using goneReceiver = await startReceiver(() => 410);
  await hub.addHttp("desk", receiver.url);
  await hub.addHttp("gone", goneReceiver.url);
  const calls = new Map<string, number>();
  // The first two calls of every method fail, and then every fifth one.
  const failing = new Proxy(hub.store, {
    get(store, name: string & keyof Store) {
      const value = store[name];
      if (typeof value !== "function" || name === "onDue" || name === "onRouting") return value;
      return async (...args: never[]) => {
        const count = (calls.get(name) ?? 0) + 1;
        calls.set(name, count);
        if (count <= 2 || count % 5 === 0) throw new StoreUnavailable("busy", "It is locked.");
        return (value as (...args: never[]) => unknown)(...args);
      };
    },
  });
  hub.start({ ...soon, store: failing, nextWait: () => 30 });
  for (let index = 0; index < 30; index++) await hub.scan(`scan ${index}`);
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 30, delivered: 30 }));
  await expect
    .poll(async () => (await hub.store.routing()).destinations.map(({ state }) => state))
    .toEqual(["on", "held"]);
  await expect.poll(() => hub.counts("gone")).toEqual(counts({ accepted: 30, pending: 30 }));
  expect(new Set(receiver.identifiers()).size).toBe(30);
  for (const name of [
    "routing",
    "claim",
    "settle",
    "recordHeartbeat",
    "destinationWithSecrets",
    "changeDestination",
  ]) {
    await expect.poll(() => calls.get(name), { message: name }).toBeGreaterThan(1);
  }
});

test("a delivery is sent even if the store claimed it but the response to the claim was lost", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  for (let index = 0; index < 3; index++) await hub.scan(`scan ${index}`);
  let isFirst = true;
  // Simulates a connection that ends between the commit of the database and its response.
  const losingResponse = new Proxy(hub.store, {
    get(store, name: string & keyof Store) {
      if (name !== "claim") return store[name];
      return async (...args: Parameters<Store["claim"]>) => {
        const result = await store.claim(...args);
        if (isFirst) {
          isFirst = false;
          throw new StoreUnavailable("broken", "The connection was lost.");
        }
        return result;
      };
    },
  });
  hub.start({ ...soon, store: losingResponse });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 3, delivered: 3 }));
});

test("a store that stays unavailable is called again only after pauses", async () => {
  await using hub = await openTestForwarding();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  await hub.scan("first");
  let claimCount = 0;
  const failing = new Proxy(hub.store, {
    get(store, name: string & keyof Store) {
      if (name !== "claim") return store[name];
      return async () => {
        claimCount += 1;
        throw new StoreUnavailable("full", "The disk is full.");
      };
    },
  });
  hub.start({ ...soon, store: failing });
  await expect.poll(() => claimCount).toBeGreaterThan(2);
  const countBefore = claimCount;
  for (let index = 0; index < 50; index++) await hub.scan(`scan ${index}`);
  expect(claimCount - countBefore, "not at every scan").toBeLessThan(25);
  expect(
    hub.logMessages().filter((message) => message === "due deliveries could not be claimed"),
  ).toHaveLength(1);
});
