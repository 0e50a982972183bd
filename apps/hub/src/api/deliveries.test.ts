import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

let hub: TestHub;
let store: Store;
let call: DescribedApi["call"];
let scans: number[];

type Listed = {
  deliveries: { id: number; state: string; scan: { id: number; content?: string } }[];
  next?: number;
};
type Refused = { error: { code: string; message: string; field?: string } };

/** Held, so that nothing is tried: what becomes of each is for the test to say. */
beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await asDescribed(await asOwner(hub))).call;
  for (const name of ["erp", "log"]) {
    const body = { name, kind: "http", settings: { url: "https://erp.example.org/" } };
    await call("POST", "/api/destinations", { body });
    await call("PATCH", `/api/destinations/${name}`, { body: { state: "held" } });
    await call("POST", "/api/routes", { body: { name: `to-${name}`, destination: name } });
  }
  store = await openStore(hub.settings.data);
  const { routes } = await store.routing();
  scans = [];
  for (let i = 0; i < 5; i++) {
    const { id } = await store.append({
      inbox: "scans",
      source: "code",
      scan: {
        identifier: `4f3c0b1e-8a57-4c1d-9b52-00000000000${i}`,
        date: "2026-05-12T14:23:01Z",
        content: i === 4 ? "😀".repeat(300) : `item-${i}`,
      },
      body: "{}",
      receivedAt: new Date(Date.UTC(2026, 4, 12 + i)),
      deliveries: routes.map((route) => ({ route: route.id, state: "pending" })),
    });
    scans.push(id);
  }
});
afterAll(async () => {
  await store.close();
  await hub[Symbol.asyncDispose]();
});

const list = async (query = "") => (await call<Listed>("GET", `/api/deliveries${query}`)).body;

test("deliveries are listed newest first, page by page, with what was scanned", async () => {
  const pages: Listed[] = [await list("?limit=4")];
  for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next) {
    pages.push(await list(`?limit=4&before=${next}`));
  }
  expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([4, 4, 2]);
  const all = pages.flatMap(({ deliveries }) => deliveries);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(all.at(-1)).toMatchObject({
    state: "pending",
    attempts: 0,
    route: expect.stringMatching(/^to-/),
    scan: {
      id: scans[0],
      inbox: "scans",
      content: "item-0",
      source: "code",
      receivedAt: "2026-05-12T00:00:00.000Z",
    },
  });
  // A long content is cut between characters.
  expect(all[0]!.scan.content).toBe("😀".repeat(200));
});

test("they are narrowed by destination, route, scan, state and the time of the scan", async () => {
  const count = async (query: string) => (await list(query)).deliveries.length;
  expect(await count("?destination=erp")).toBe(5);
  expect(await count("?route=to-log")).toBe(5);
  expect(await count(`?scan=${scans[2]}`)).toBe(2);
  expect(await count("?state=dead")).toBe(0);
  expect(await count("?state=pending&destination=log&from=2026-05-14")).toBe(3);
  expect(await count("?from=2026-05-13&to=2026-05-15T02:00:00%2B02:00")).toBe(4);
  for (const query of ["?state=gone", "?from=yesterday", "?limit=0", "?scan=x"]) {
    const { status, body } = await call<Refused>("GET", `/api/deliveries${query}`);
    expect([query, status, body.error.code]).toEqual([query, 400, "invalid-request"]);
  }
});

test("one is shown with every attempt", async () => {
  const { id } = (await list(`?scan=${scans[0]}&destination=erp`)).deliveries[0]!;
  expect(await store.claimOne("test", id)).toMatchObject({ id });
  await store.settle("test", [
    {
      id,
      state: "dead",
      attempt: {
        at: "2026-05-12T00:00:01.000Z",
        ms: 12,
        status: 400,
        error: "It says no.",
        answer: "no",
      },
    },
  ]);
  const one = await call<{ log: object[] }>("GET", `/api/deliveries/${id}`);
  const attempt = { ms: 12, status: 400, error: "It says no.", answer: "no", node: "test" };
  expect(one.body).toMatchObject({
    id,
    state: "dead",
    attempts: 1,
    scan: { content: "item-0" },
    lastAttempt: attempt,
  });
  expect(one.body.log).toEqual([expect.objectContaining(attempt)]);
  expect((await call("GET", "/api/destinations/erp")).body).toMatchObject({
    counts: { accepted: 5, dead: 1, pending: 4, delivered: 0, dropped: 0 },
  });
  const none = await call<Refused>("GET", "/api/deliveries/999999");
  expect([none.status, none.body.error.code]).toEqual([404, "no-such-delivery"]);
});

test("many are dropped, and replayed, by a filter that must not be empty", async () => {
  const drop = (body: object) => call<{ count: number }>("POST", "/api/deliveries/drop", { body });
  const replay = (body: object) =>
    call<{ count: number }>("POST", "/api/deliveries/replay", { body });
  expect((await drop({ destination: "log", to: "2026-05-14" })).body).toEqual({ count: 2 });
  expect((await list("?state=dropped")).deliveries).toHaveLength(2);
  expect((await replay({ state: "dropped", scan: scans[0]! })).body).toEqual({ count: 1 });
  expect((await replay({ state: "dead" })).body).toEqual({ count: 1 });
  const ids = (await list("?destination=erp")).deliveries.map(({ id }) => id).slice(0, 3);
  expect((await drop({ ids })).body).toEqual({ count: 3 });
  const said = async (body: object) => JSON.stringify((await replay(body)).body);
  expect(await said({})).toContain("(body must name something)");
  expect(await said({ state: "all" })).toContain(
    "(body/state must be one of pending, delivered, dead, dropped)",
  );
  for (const body of [{}, { destinaton: "erp" }, { ids: "x" }, { state: "all" }]) {
    for (const verb of [drop, replay]) {
      const refused = await verb(body);
      expect(refused).toMatchObject({ status: 400, body: { error: { code: "invalid-request" } } });
    }
  }
  expect((await call("GET", "/api/destinations/erp")).body).toMatchObject({
    counts: { accepted: 5, dead: 0, pending: 2, dropped: 3 },
  });
});

test("what a query holds beside the filter is left alone, and a refusal names its culprit", async () => {
  const { deliveries } = await list("");
  expect((await list("?bogus=1&text=x")).deliveries).toEqual(deliveries);
  const refusal = async (body: object) =>
    (await call<Refused>("POST", "/api/deliveries/drop", { body })).body.error;
  expect((await refusal({ destinaton: "erp" })).message).toContain("(body knows no “destinaton”)");
  expect((await refusal({ from: "yesterday" })).message).toContain(
    "(body/from must be a day or a time such as 2026-05-12 or 2026-05-12T14:23:01Z)",
  );
});

test("of a scan that was deleted its deliveries are still there", async () => {
  expect((await call("DELETE", "/api/inboxes/scans?scans=delete")).status).toBe(204);
  const { deliveries } = await list("?limit=1");
  for (const { scan } of deliveries) expect(scan).toEqual({ id: scan.id });
});
