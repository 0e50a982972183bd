import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import type { StoredScan } from "../../store/stored-scan.ts";
import { type ReceivedRequest, startReceiver } from "../../testing/receiver.ts";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let store: Store;
let call: DescribedApi["call"];
let shop: Awaited<ReturnType<typeof startReceiver>>;

type Standing = { unsent: number; failed: number; delivered: number };
type Counted = {
  destination: string;
  asOf: string;
  scans: number;
  pending: number;
  matching: Standing;
  unmatched: Standing;
  next?: number;
};
type Sent = { count: number; next?: number };

const none: Standing = { unsent: 0, failed: 0, delivered: 0 };

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  shop = await startReceiver();
  store = await openStore(hub.settings.data);
  // Routes of this inbox take no scan by themselves.
  await call("POST", "/api/inboxes", { body: { name: "nowhere", open: true } });
});
afterAll(async () => {
  await store.close();
  await shop[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
});

/** Creates an open inbox, posts these contents to it, and returns the ids of the scans. */
async function postAll(inbox: string, contents: readonly string[]): Promise<number[]> {
  await call("POST", "/api/inboxes", { body: { name: inbox, open: true } });
  for (const content of contents) await postScan(hub, { content }, { inbox });
  const { body } = await call<{ scans: StoredScan[] }>("GET", `/api/scans?inbox=${inbox}&after=0`);
  return body.scans.map(({ id }) => id);
}

async function addRoute(name: string, route: object = {}): Promise<void> {
  const destination = { name, kind: "http", settings: { url: shop.url }, allowPrivate: true };
  await call("POST", "/api/destinations", { body: destination });
  const body = { name, destination: name, shape: { format: "scan" }, ...route };
  expect((await call("POST", "/api/routes", { body })).status).toBe(201);
}

const count = async (body: object) =>
  (await call<Counted>("POST", "/api/scans/send/count", { body })).body;
const send = async (body: object) => (await call<Sent>("POST", "/api/scans/send", { body })).body;
const toContent = ({ body }: ReceivedRequest) => JSON.parse(body).content as string;
const received = (prefix: string) =>
  shop.received.map(toContent).filter((content) => content.startsWith(prefix));
const isSettled = async (route: string) =>
  (await call<{ count: number }>("GET", `/api/deliveries/count?route=${route}&state=pending`)).body
    .count === 0;

test("scans that are older than the route arrive at its destination, whatever its filter says", async () => {
  const ids = await postAll("old", ["old apple", "old pear", "old plum"]);
  await addRoute("apples", { inbox: "old", filter: { content: "*apple*" } });
  const selection = { ids, route: "apples" };
  expect(await count(selection)).toMatchObject({
    destination: "apples",
    scans: 3,
    pending: 0,
    matching: { ...none, unsent: 1 },
    unmatched: { ...none, unsent: 2 },
  });
  expect(await send({ ...selection, onlyMatching: true })).toEqual({ count: 1 });
  await expect.poll(() => received("old")).toEqual(["old apple"]);
  await expect.poll(() => isSettled("apples")).toBe(true);
  expect(await count(selection)).toMatchObject({
    matching: { ...none, delivered: 1 },
    unmatched: { ...none, unsent: 2 },
  });
  expect(await send({ ...selection, again: "none" })).toEqual({ count: 2 });
  await expect
    .poll(() => received("old").toSorted())
    .toEqual(["old apple", "old pear", "old plum"]);
});

test("a request that is repeated, also at the same time, delivers every scan once", async () => {
  const ids = await postAll("twice", ["twice 1", "twice 2"]);
  await addRoute("twice", { inbox: "nowhere" });
  const { asOf } = await count({ ids, route: "twice" });
  const body = { ids, route: "twice", asOf };
  const clicks = await Promise.all([send(body), send(body)]);
  expect(clicks.map((click) => click.count).toSorted()).toEqual([0, 2]);
  await expect.poll(() => isSettled("twice")).toBe(true);
  expect(await send(body)).toEqual({ count: 0 });
  const later = await count({ ids, route: "twice" });
  expect(later.unmatched).toEqual({ ...none, delivered: 2 });
  expect(await send({ ...body, asOf: later.asOf })).toEqual({ count: 2 });
  await expect.poll(() => received("twice").length).toBe(4);
});

test("all that match are sent in several requests, without what arrives after the selection", async () => {
  const ids = await postAll("many", ["many 1", "many 2", "many 3", "many 4", "many 5"]);
  await addRoute("many", { inbox: "nowhere" });
  await postScan(hub, { content: "many, too late" }, { inbox: "many" });
  const selection = { match: { inbox: "many" }, upTo: ids.at(-1), route: "many", limit: 2 };
  const counted = await count(selection);
  expect(counted).toMatchObject({ scans: 2, next: ids[1] });
  let total = 0;
  let requests = 0;
  for (let after: number | undefined = 0; after !== undefined; requests += 1) {
    const { next, ...sent }: Sent = await send({ ...selection, after, asOf: counted.asOf });
    total += sent.count;
    after = next;
  }
  expect([total, requests]).toEqual([5, 3]);
  await expect.poll(() => received("many").length).toBe(5);
  expect(received("many, too late")).toEqual([]);
});

test("a filter is compared with tag type and structured values as they were received", async () => {
  await call("POST", "/api/inboxes", { body: { name: "spools", open: true } });
  const spool = { identifier: "04:A2:7F:1B:5E:80:00", date: "2026-05-12T14:23:01Z", content: "" };
  const printed = { tagType: "openPrintTag", structured: { material: "PLA" } };
  for (const scan of [{ ...spool, ...printed }, spool]) {
    const arrival = { inbox: "spools", source: "nfc", body: "{}", receivedAt: new Date() } as const;
    await store.append({ ...arrival, scan });
  }
  const filter = { source: "nfc", tagType: "openPrintTag", structured: { material: "PLA" } };
  await addRoute("spools", { filter });
  const counted = await count({ match: { inbox: "spools" }, route: "spools" });
  expect(counted).toMatchObject({
    matching: { ...none, unsent: 1 },
    unmatched: { ...none, unsent: 1 },
  });
});

test("scans of a paused destination wait, and are counted as pending", async () => {
  const ids = await postAll("paused", ["paused 1"]);
  await addRoute("paused", { inbox: "nowhere", on: false });
  await call("PATCH", "/api/destinations/paused", { body: { state: "held" } });
  expect(await send({ ids, route: "paused" })).toEqual({ count: 1 });
  expect(await count({ ids, route: "paused" })).toMatchObject({ scans: 1, pending: 1 });
  expect(await send({ ids, route: "paused" })).toEqual({ count: 0 });
  await call("PATCH", "/api/destinations/paused", { body: { state: "on" } });
  await expect.poll(() => received("paused")).toEqual(["paused 1"]);
});

test("a selection that is ambiguous, an unknown route and an impossible time are refused", async () => {
  const statusOf = async (body: object) => (await call("POST", "/api/scans/send", { body })).status;
  expect(await statusOf({ route: "twice" })).toBe(400);
  expect(await statusOf({ route: "twice", ids: [1], match: {} })).toBe(400);
  expect(await statusOf({ route: "unknown", ids: [1] })).toBe(404);
  expect(await statusOf({ route: "twice", ids: [1], asOf: "2026-02-30T25:00:00Z" })).toBe(400);
  expect(await statusOf({ route: "twice", ids: [1], extra: true })).toBe(400);
  expect(
    (await call("POST", "/api/scans/send/count", { body: { route: "unknown", ids: [] } })).status,
  ).toBe(404);
});

test("scans arrive without delay while 20,000 older ones are sent through a route", async () => {
  await call("POST", "/api/inboxes", { body: { name: "bulk", open: true } });
  await Promise.all(
    Array.from({ length: 20_000 }, (_, number) =>
      store.append({
        inbox: "bulk",
        source: "code",
        scan: { identifier: `bulk-${number}`, date: "2026-05-12T14:23:01Z", content: "bulk" },
        body: "{}",
        receivedAt: new Date(),
      }),
    ),
  );
  await addRoute("bulk", { inbox: "nowhere" });
  await call("PATCH", "/api/destinations/bulk", { body: { state: "held" } });
  const body = { match: { inbox: "bulk" }, route: "bulk" };
  let isSending = true;
  const sending = (async () => {
    let total = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { next, ...sent }: Sent = await send({ ...body, after });
      total += sent.count;
      after = next;
    }
    isSending = false;
    return total;
  })();
  let arrivedMeanwhile = 0;
  while (isSending) {
    expect((await postScan(hub, { content: "meanwhile" }, { inbox: "old" })).status).toBe(204);
    arrivedMeanwhile += 1;
  }
  expect(await sending).toBe(20_000);
  expect(arrivedMeanwhile).toBeGreaterThan(5);
});
