import { beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { Store } from "../store/store.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createOpenedSecrets } from "./opened-secrets.ts";
import { openTestForwarding } from "./testing/forwarding.ts";

type TestForwarding = Awaited<ReturnType<typeof openTestForwarding>>;

const bearerAuth = (token: string) => ({ settings: { auth: "bearer" }, secrets: { token } });
const openedToken = (token: string) => ({ ok: true, secrets: { token } });

async function readDesk(store: Store): Promise<DestinationRecord> {
  return (await store.routing()).destinations.find(({ name }) => name === "desk")!;
}

/**
 * Moves the destination “desk” to another server and sets the token for that server, as its owner
 * would.
 */
async function moveDesk(
  hub: TestForwarding,
  store: Store,
  url: string,
  token: string,
): Promise<void> {
  const sealing = await hub.sealing.seal("desk", { token });
  if (!sealing.ok) throw new Error(sealing.reason);
  const change = { settings: { url, auth: "bearer" }, secrets: sealing.sealed };
  await store.changeDestination("desk", change);
}

test("secrets are returned only for the address that they were entered for, with an older and with a newer record", async () => {
  await using hub = await openTestForwarding();
  await hub.addHttp("desk", "https://old.example/", bearerAuth("old-token"));
  const secrets = createOpenedSecrets(hub);
  const oldRecord = await readDesk(hub.store);
  expect(await secrets.readFor(oldRecord)).toMatchObject(openedToken("old-token"));
  await moveDesk(hub, hub.store, "https://new.example/", "new-token");
  const newRecord = await readDesk(hub.store);
  expect(await secrets.readFor(newRecord)).toMatchObject(openedToken("new-token"));
  expect(await secrets.readFor(oldRecord)).toBe("changed");
  const uncached = createOpenedSecrets(hub);
  expect(await uncached.readFor(oldRecord)).toBe("changed");
  expect(await uncached.readFor(newRecord)).toMatchObject(openedToken("new-token"));
});

test("secrets that were read while the destination moved are not cached for the new address", async () => {
  await using hub = await openTestForwarding();
  await hub.addHttp("desk", "https://old.example/", bearerAuth("old-token"));
  const oldRecord = await readDesk(hub.store);
  const mayOpen = Promise.withResolvers<void>();
  const openingStarted = Promise.withResolvers<void>();
  const secrets = createOpenedSecrets({
    store: hub.store,
    sealing: {
      async open(...args) {
        openingStarted.resolve();
        await mayOpen.promise;
        return hub.sealing.open(...args);
      },
    },
  });
  const readBeforeMove = secrets.readFor(oldRecord);
  await openingStarted.promise;
  await moveDesk(hub, hub.store, "https://new.example/", "new-token");
  const newRecord = await readDesk(hub.store);
  expect(await secrets.renew(newRecord)).toBe(false);
  mayOpen.resolve();
  expect(await readBeforeMove).toMatchObject(openedToken("old-token"));
  expect(await secrets.readFor(newRecord)).toMatchObject(openedToken("new-token"));
});

test("renew returns whether the secrets have changed, and a new path alone changes no secrets", async () => {
  await using hub = await openTestForwarding();
  await hub.addHttp("desk", "https://old.example/", bearerAuth("old-token"));
  const secrets = createOpenedSecrets(hub);
  expect(await secrets.readFor(await readDesk(hub.store))).toMatchObject(openedToken("old-token"));
  const settings = { url: "https://old.example/path", auth: "bearer" };
  await hub.store.changeDestination("desk", { settings });
  expect(await secrets.renew(await readDesk(hub.store))).toBe(false);
  expect(await secrets.readFor(await readDesk(hub.store))).toMatchObject(openedToken("old-token"));
  await moveDesk(hub, hub.store, "https://old.example/path", "new-token");
  expect(await secrets.renew(await readDesk(hub.store))).toBe(true);
  expect(await secrets.readFor(await readDesk(hub.store))).toMatchObject(openedToken("new-token"));
});

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: nodes that know different addresses.`);

describe.skipIf(whyNoPostgres)("on PostgreSQL", () => {
  let postgres: SharedPostgres;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });

  test("a node does not send a new secret before it has read the new address of the destination", async () => {
    const url = await postgres.createMigratedDatabase();
    await using oldReceiver = await startReceiver();
    await using newReceiver = await startReceiver();
    await using hub = await openTestForwarding(() => openPostgresStore(url));
    const otherNode = await openPostgresStore(url);
    await hub.addHttp("desk", oldReceiver.url, bearerAuth("old-token"));
    const delayed = await delayRouting(hub.store);
    hub.start({ store: delayed.store });
    await moveDesk(hub, otherNode, newReceiver.url, "new-token");
    await hub.scan("one");
    // The node asked for the secrets of the old address, got none, and gave the delivery back.
    await delayed.settled;
    expect([oldReceiver.received, newReceiver.received]).toEqual([[], []]);
    expect(await hub.counts("desk")).toMatchObject({ accepted: 1, pending: 1 });
    delayed.releaseRouting();
    await expect.poll(() => newReceiver.received.length).toBe(1);
    expect(newReceiver.received[0]!.headers.authorization).toBe("Bearer new-token");
    expect(oldReceiver.received).toEqual([]);
    await expect.poll(() => hub.counts("desk")).toMatchObject({ delivered: 1 });
    expect(await hub.store.deliveries({}, { limit: 1 })).toMatchObject([{ attempts: 1 }]);
    await otherNode.close();
  });
});

/** Wraps a store so that its node does not see routing changes until `releaseRouting` is called. */
async function delayRouting(store: Store) {
  const oldRouting = await store.routing();
  const settled = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  let isDelayed = true;
  const delayedStore = new Proxy(store, {
    get(store, name: string & keyof Store) {
      if (name === "routing") return () => (isDelayed ? oldRouting : store.routing());
      if (name === "onRouting")
        return (listener: () => void) => {
          listeners.add(listener);
          return store.onRouting(() => isDelayed || listener());
        };
      if (name === "settle")
        return async (...args: Parameters<Store["settle"]>) => {
          await store.settle(...args);
          settled.resolve();
        };
      return store[name];
    },
  });
  return {
    store: delayedStore,
    settled: settled.promise,
    releaseRouting() {
      isDelayed = false;
      for (const listener of listeners) listener();
    },
  };
}
