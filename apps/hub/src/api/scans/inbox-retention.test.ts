import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type Inbox = { name: string; keepDays?: number; keepScans?: number; audit: boolean };
const findInbox = async (name: string) =>
  (await call<{ inboxes: Inbox[] }>("GET", "/api/inboxes")).body.inboxes.find(
    (inbox) => inbox.name === name,
  );

test("an inbox has limits of retention, and 0 removes one", async () => {
  const body = { name: "gate", open: true, keepDays: 30 };
  const created = await call("POST", "/api/inboxes", { body });
  expect([created.status, created.body]).toEqual([201, body]);
  expect(await findInbox("gate")).toMatchObject({ keepDays: 30, audit: false });
  const limits = { keepDays: 0, keepScans: 1000 };
  const changed = await call<Inbox>("PATCH", "/api/inboxes/gate", { body: limits });
  expect(changed.body).toMatchObject({ keepScans: 1000, audit: false });
  expect(changed.body).not.toHaveProperty("keepDays");
  for (const invalid of [{ keepDays: -1 }, { keepDays: 0.5 }, { keepScans: 1e15 }, { audit: 5 }]) {
    const refused = await call("PATCH", "/api/inboxes/gate", { body: invalid });
    expect([invalid, refused.status]).toEqual([invalid, 400]);
  }
});

test("an audit trail can end only while it is empty, and its scans cannot be deleted", async () => {
  const created = await call("POST", "/api/inboxes", {
    body: { name: "door", open: true, audit: true },
  });
  expect(created.body).toEqual({ name: "door", open: true, audit: true });
  // The first audit trail also creates the inbox for the heads.
  expect(await findInbox("audit-heads")).toMatchObject({ audit: false });
  expect((await call("PATCH", "/api/inboxes/door", { body: { audit: false } })).body).toMatchObject(
    {
      audit: false,
    },
  );
  await call("PATCH", "/api/inboxes/door", { body: { audit: true } });
  expect((await postScan(hub, { content: "x" })).status).toBe(204);
  const { body: listed } = await call<{ scans: { id: number }[] }>("GET", "/api/scans?inbox=door");
  for (const [method, path, body] of [
    ["PATCH", "/api/inboxes/door", { audit: false }],
    ["DELETE", "/api/inboxes/door?scans=delete"],
    ["DELETE", `/api/scans/${listed.scans[0]!.id}`],
  ] as const) {
    const refused = await call(method, path, { ...(body && { body }) });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "inbox-audited" } } });
  }
  expect(await findInbox("door")).toMatchObject({ audit: true });
});

test("the scans that some limits would delete are counted beforehand, and none is deleted", async () => {
  await call("POST", "/api/inboxes", { body: { name: "dock", open: true } });
  for (const content of ["first", "second", "third"])
    expect((await postScan(hub, { content }, { inbox: "dock" })).status).toBe(204);
  const { body: all } = await call<{ scans: { receivedAt: string }[] }>(
    "GET",
    "/api/scans?inbox=dock",
  );
  const [, second, first] = all.scans;
  expect((await call("GET", "/api/inboxes/dock/expiring?keepScans=1")).body).toEqual({
    scans: 2,
    pending: 0,
    oldest: first!.receivedAt,
    newest: second!.receivedAt,
  });
  for (const limits of ["", "keepScans=0&keepDays=1", "keepScans=3"]) {
    const { body } = await call("GET", `/api/inboxes/dock/expiring?${limits}`);
    expect([limits, body]).toEqual([limits, { scans: 0, pending: 0 }]);
  }
  expect((await call("GET", "/api/inboxes/none/expiring")).status).toBe(404);
  expect((await call("GET", "/api/inboxes/dock/expiring?keepDays=-1")).status).toBe(400);
  expect((await call<{ scans: [] }>("GET", "/api/scans?inbox=dock")).body.scans).toHaveLength(3);
});
