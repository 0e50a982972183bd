import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { asOwner, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let store: Store;
let call: DescribedApi["call"];
let scanIds: number[];

type DeliveryPage = {
  deliveries: { id: number; state: string; scan: { id: number; content?: string } }[];
  next?: number;
};
type ErrorBody = { error: { code: string; message: string; field?: string } };

/**
 * The destinations are held, so the hub sends nothing and the test decides the state of each
 * delivery.
 */
beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  for (const name of ["erp", "log"]) {
    const body = { name, kind: "http", settings: { url: "https://erp.example.org/" } };
    await call("POST", "/api/destinations", { body });
    await call("PATCH", `/api/destinations/${name}`, { body: { state: "held" } });
    await call("POST", "/api/routes", { body: { name: `to-${name}`, destination: name } });
  }
  store = await openStore(hub.settings.data);
  const { routes } = await store.routing();
  scanIds = [];
  for (let index = 0; index < 5; index++) {
    const { id } = await store.append({
      inbox: "scans",
      source: "code",
      scan: {
        identifier: `4f3c0b1e-8a57-4c1d-9b52-00000000000${index}`,
        date: "2026-05-12T14:23:01Z",
        content: index === 4 ? "😀".repeat(300) : `item-${index}`,
      },
      body: "{}",
      receivedAt: new Date(Date.UTC(2026, 4, 12 + index)),
      deliveries: routes.map((route) => ({ route: route.id, state: "pending" })),
    });
    scanIds.push(id);
  }
});
afterAll(async () => {
  await store.close();
  await hub[Symbol.asyncDispose]();
});

const listDeliveries = async (query = "") =>
  (await call<DeliveryPage>("GET", `/api/deliveries${query}`)).body;

test("deliveries are listed newest first, page by page, with a summary of their scan", async () => {
  const pages: DeliveryPage[] = [await listDeliveries("?limit=4")];
  for (let next = pages[0]!.next; next !== undefined; next = pages.at(-1)!.next) {
    pages.push(await listDeliveries(`?limit=4&before=${next}`));
  }
  expect(pages.map(({ deliveries }) => deliveries.length)).toEqual([4, 4, 2]);
  const deliveries = pages.flatMap(({ deliveries }) => deliveries);
  expect(deliveries.map(({ id }) => id)).toEqual(
    deliveries.map(({ id }) => id).toSorted((a, b) => b - a),
  );
  expect(deliveries.at(-1)).toMatchObject({
    state: "pending",
    attempts: 0,
    route: expect.stringMatching(/^to-/),
    scan: {
      id: scanIds[0],
      inbox: "scans",
      content: "item-0",
      source: "code",
      receivedAt: "2026-05-12T00:00:00.000Z",
    },
  });
  // A long content is cut between characters, not inside one.
  expect(deliveries[0]!.scan.content).toBe("😀".repeat(200));
});

test("deliveries can be filtered by destination, route, scan, state and the time of the scan", async () => {
  const countMatching = async (query: string) => (await listDeliveries(query)).deliveries.length;
  expect(await countMatching("?destination=erp")).toBe(5);
  expect(await countMatching("?route=to-log")).toBe(5);
  expect(await countMatching(`?scan=${scanIds[2]}`)).toBe(2);
  expect(await countMatching("?state=dead")).toBe(0);
  expect(await countMatching("?state=pending&destination=log&from=2026-05-14")).toBe(3);
  expect(await countMatching("?from=2026-05-13&to=2026-05-15T02:00:00%2B02:00")).toBe(4);
  for (const query of ["?state=gone", "?from=yesterday", "?limit=0", "?scan=x"]) {
    const { status, body } = await call<ErrorBody>("GET", `/api/deliveries${query}`);
    expect([query, status, body.error.code]).toEqual([query, 400, "invalid-request"]);
  }
});

test("one delivery is shown with every attempt", async () => {
  const { id } = (await listDeliveries(`?scan=${scanIds[0]}&destination=erp`)).deliveries[0]!;
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
  const response = await call<{ log: object[] }>("GET", `/api/deliveries/${id}`);
  const attempt = { ms: 12, status: 400, error: "It says no.", answer: "no", node: "test" };
  expect(response.body).toMatchObject({
    id,
    state: "dead",
    attempts: 1,
    scan: { content: "item-0" },
    lastAttempt: attempt,
  });
  expect(response.body.log).toEqual([expect.objectContaining(attempt)]);
  expect((await call("GET", "/api/destinations/erp")).body).toMatchObject({
    counts: { accepted: 5, dead: 1, pending: 4, delivered: 0, dropped: 0 },
  });
  const unknown = await call<ErrorBody>("GET", "/api/deliveries/999999");
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "no-such-delivery"]);
});

test("drop and replay change all deliveries that match a filter, and refuse an empty filter", async () => {
  const drop = (body: object) => call<{ count: number }>("POST", "/api/deliveries/drop", { body });
  const replay = (body: object) =>
    call<{ count: number }>("POST", "/api/deliveries/replay", { body });
  expect((await drop({ destination: "log", to: "2026-05-14" })).body).toEqual({ count: 2 });
  expect((await listDeliveries("?state=dropped")).deliveries).toHaveLength(2);
  expect((await replay({ state: "dropped", scan: scanIds[0]! })).body).toEqual({ count: 1 });
  expect((await replay({ state: "dead" })).body).toEqual({ count: 1 });
  const ids = (await listDeliveries("?destination=erp")).deliveries.map(({ id }) => id).slice(0, 3);
  expect((await drop({ ids })).body).toEqual({ count: 3 });
  const replayError = async (body: object) => JSON.stringify((await replay(body)).body);
  expect(await replayError({})).toContain("(body must have at least one field)");
  expect(await replayError({ state: "all" })).toContain(
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

test("unknown parameters and unknown fields of a body are refused by name", async () => {
  const misspelled = await call<ErrorBody>("GET", "/api/deliveries?destinaton=erp");
  expect(misspelled.status).toBe(400);
  expect(misspelled.body.error.message).toContain("(there is no parameter “destinaton”)");
  const dropError = async (body: object) =>
    (await call<ErrorBody>("POST", "/api/deliveries/drop", { body })).body.error;
  expect((await dropError({ destinaton: "erp" })).message).toContain(
    "(body has no field “destinaton”)",
  );
  expect((await dropError({ from: "yesterday" })).message).toContain(
    "(body/from must be a date or a time such as 2026-05-12 or 2026-05-12T14:23:01Z)",
  );
});

test("the deliveries of a deleted scan remain", async () => {
  expect((await call("DELETE", "/api/inboxes/scans?scans=delete")).status).toBe(204);
  const { deliveries } = await listDeliveries("?limit=1");
  for (const { scan } of deliveries) expect(scan).toEqual({ id: scan.id });
});
