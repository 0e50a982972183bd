import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DestinationRecord } from "../store/forwarding.ts";
import { openPostgresStore } from "../store/postgres/open.ts";
import {
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../store/postgres/testing/postgres.ts";
import type { Store } from "../store/store.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createOpenedSecrets } from "./opened-secrets.ts";
import { openPassingOn } from "./testing/forwarding.ts";

type Hub = Awaited<ReturnType<typeof openPassingOn>>;

const bearer = (token: string) => ({ settings: { auth: "bearer" }, secrets: { token } });
const open = (token: string) => ({ ok: true, secrets: { token } });

async function deskOf(store: Store): Promise<DestinationRecord> {
  return (await store.routing()).destinations.find(({ name }) => name === "desk")!;
}

/** As an owner does who moves the desk to another server, and gives the token for that one. */
async function move(hub: Hub, store: Store, url: string, token: string): Promise<void> {
  const seal = await hub.sealing.seal("desk", { token });
  if (!seal.ok) throw new Error(seal.reason);
  const change = { settings: { url, auth: "bearer" }, secrets: seal.sealed };
  await store.changeDestination("desk", change);
}

test("secrets are given for the address they belong to, whichever of the two is asked for late", async () => {
  await using hub = await openPassingOn();
  await hub.addHttp("desk", "https://old.example/", bearer("old-token"));
  const secrets = createOpenedSecrets(hub);
  const before = await deskOf(hub.store);
  expect(await secrets.of(before)).toMatchObject(open("old-token"));
  await move(hub, hub.store, "https://new.example/", "new-token");
  const after = await deskOf(hub.store);
  // What is known of the old address is no answer for the new one, and the other way round.
  expect(await secrets.of(after)).toMatchObject(open("new-token"));
  expect(await secrets.of(before)).toBe("changed");
  const fresh = createOpenedSecrets(hub);
  expect(await fresh.of(before)).toBe("changed");
  expect(await fresh.of(after)).toMatchObject(open("new-token"));
});

test("what was read while the destination moved is not kept for the new address", async () => {
  await using hub = await openPassingOn();
  await hub.addHttp("desk", "https://old.example/", bearer("old-token"));
  const before = await deskOf(hub.store);
  const late = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const slow = createOpenedSecrets({
    store: hub.store,
    sealing: {
      async open(...given) {
        asked.resolve();
        await late.promise;
        return hub.sealing.open(...given);
      },
    },
  });
  const reading = slow.of(before);
  await asked.promise;
  await move(hub, hub.store, "https://new.example/", "new-token");
  const after = await deskOf(hub.store);
  expect(await slow.renew(after)).toBe(false);
  late.resolve();
  expect(await reading).toMatchObject(open("old-token"));
  expect(await slow.of(after)).toMatchObject(open("new-token"));
});

test("renewing says whether they are others now, and keeps them where only a path changed", async () => {
  await using hub = await openPassingOn();
  await hub.addHttp("desk", "https://old.example/", bearer("old-token"));
  const secrets = createOpenedSecrets(hub);
  expect(await secrets.of(await deskOf(hub.store))).toMatchObject(open("old-token"));
  const settings = { url: "https://old.example/path", auth: "bearer" };
  await hub.store.changeDestination("desk", { settings });
  expect(await secrets.renew(await deskOf(hub.store))).toBe(false);
  expect(await secrets.of(await deskOf(hub.store))).toMatchObject(open("old-token"));
  await move(hub, hub.store, "https://old.example/path", "new-token");
  expect(await secrets.renew(await deskOf(hub.store))).toBe(true);
  expect(await secrets.of(await deskOf(hub.store))).toMatchObject(open("new-token"));
});

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: nodes that know different addresses.`);

describe.skipIf(whyNoPostgres)("on PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres(["fsync=off"]);
  });
  afterAll(() => postgres.stop());

  test("a node that has not heard of a move sends the new secret nowhere until it has", async () => {
    const url = await postgres.createDatabase();
    await using oldPlace = await startReceiver();
    await using newPlace = await startReceiver();
    await using hub = await openPassingOn(() => openPostgresStore(url));
    const elsewhere = await openPostgresStore(url);
    await hub.addHttp("desk", oldPlace.url, bearer("old-token"));
    const late = await hearsLate(hub.store);
    hub.start({ store: late.store });
    await move(hub, elsewhere, newPlace.url, "new-token");
    await hub.scan("one");
    // It asked for the secrets of the old address, and gave the delivery back.
    await late.gaveBack;
    expect([oldPlace.received, newPlace.received]).toEqual([[], []]);
    expect(await hub.counts("desk")).toMatchObject({ accepted: 1, pending: 1 });
    late.hears();
    await expect.poll(() => newPlace.received.length).toBe(1);
    expect(newPlace.received[0]!.headers.authorization).toBe("Bearer new-token");
    expect(oldPlace.received).toEqual([]);
    await expect.poll(() => hub.counts("desk")).toMatchObject({ delivered: 1 });
    expect(await hub.store.deliveries({}, { limit: 1 })).toMatchObject([{ attempts: 1 }]);
    await elsewhere.close();
  });
});

/** The store of a node to which no news of routing comes. */
async function hearsLate(store: Store) {
  const first = await store.routing();
  const gaveBack = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  let isLate = true;
  const late = new Proxy(store, {
    get(store, name: string & keyof Store) {
      if (name === "routing") return () => (isLate ? first : store.routing());
      if (name === "onRouting")
        return (listener: () => void) => {
          listeners.add(listener);
          return store.onRouting(() => isLate || listener());
        };
      if (name === "settle")
        return async (...given: Parameters<Store["settle"]>) => {
          await store.settle(...given);
          gaveBack.resolve();
        };
      return store[name];
    },
  });
  return {
    store: late,
    gaveBack: gaveBack.promise,
    hears() {
      isLate = false;
      for (const listener of listeners) listener();
    },
  };
}
