import { expect, test } from "vitest";
import { type Store, StoreUnavailable } from "../store/store.ts";
import { startReceiver } from "../testing/receiver.ts";
import { counts, openPassingOn, soon } from "./testing/forwarding.ts";

test("whatever the store fails at, nothing is lost and everything is delivered in the end", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver();
  await using gone = await startReceiver(() => 410);
  await hub.addHttp("desk", receiver.url);
  await hub.addHttp("gone", gone.url);
  const calls = new Map<string, number>();
  // The first two calls of every kind fail, and then every fifth.
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
  for (let n = 0; n < 30; n++) await hub.scan(`scan ${n}`);
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
    "beat",
    "destinationWithSecrets",
    "changeDestination",
  ]) {
    await expect.poll(() => calls.get(name), { message: name }).toBeGreaterThan(1);
  }
});

test("what the store claimed without being able to say so is delivered all the same", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  for (let n = 0; n < 3; n++) await hub.scan(`scan ${n}`);
  let isFirst = true;
  // As when the connection to a database ends between its commit and its answer.
  const forgetful = new Proxy(hub.store, {
    get(store, name: string & keyof Store) {
      if (name !== "claim") return store[name];
      return async (...args: Parameters<Store["claim"]>) => {
        const answer = await store.claim(...args);
        if (isFirst) {
          isFirst = false;
          throw new StoreUnavailable("broken", "The connection was lost.");
        }
        return answer;
      };
    },
  });
  hub.start({ ...soon, store: forgetful });
  await expect.poll(() => hub.counts("desk")).toEqual(counts({ accepted: 3, delivered: 3 }));
});

test("a store that stays locked is asked again now and then, not all the time", async () => {
  await using hub = await openPassingOn();
  await using receiver = await startReceiver();
  await hub.addHttp("desk", receiver.url);
  await hub.scan("first");
  let asked = 0;
  const failing = new Proxy(hub.store, {
    get(store, name: string & keyof Store) {
      if (name !== "claim") return store[name];
      return async () => {
        asked += 1;
        throw new StoreUnavailable("full", "The disk is full.");
      };
    },
  });
  hub.start({ ...soon, store: failing });
  await expect.poll(() => asked).toBeGreaterThan(2);
  const before = asked;
  for (let n = 0; n < 50; n++) await hub.scan(`scan ${n}`);
  expect(asked - before, "not at every scan").toBeLessThan(25);
  expect(hub.said().filter((said) => said === "pending deliveries could not be read")).toHaveLength(
    1,
  );
});
