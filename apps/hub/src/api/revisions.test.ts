import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "./testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  await call("POST", "/api/inboxes", { body: { name: "gate", open: true } });
  const settings = { url: "https://example.org/" };
  await call("POST", "/api/destinations", { body: { name: "shop", kind: "http", settings } });
  await call("POST", "/api/routes", { body: { name: "all", destination: "shop" } });
});
afterAll(() => hub[Symbol.asyncDispose]());

test.each(["inboxes/gate", "destinations/shop", "routes/all"])(
  "an edit of /api/%s from an older revision is refused with the current values",
  async (path) => {
    const edit = (body: object) => call("PATCH", `/api/${path}`, { body });
    const first = await edit({ title: "First", revision: 1 });
    expect(first).toMatchObject({ status: 200, body: { title: "First", revision: 2 } });
    const stale = await edit({ title: "Second", revision: 1 });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: "changed-meanwhile" }, current: first.body as object },
    });
    expect(await edit({ title: "Second", revision: 2 })).toMatchObject({ status: 200 });
    expect(await edit({ title: "Third" })).toMatchObject({ status: 200, body: { revision: 4 } });
  },
);

test("the name of a tag is neither replaced nor removed from an older revision", async () => {
  const path = "/api/tags/04:A2:7F:1B:5E:80:00/name";
  const named = await call("PUT", path, { body: { name: "Drill", revision: 1 } });
  expect(named).toMatchObject({ status: 200, body: { revision: 2 } });
  const stale = { status: 409, body: { current: { name: "Drill", revision: 2 } } };
  expect(await call("PUT", path, { body: { name: "Saw", revision: 1 } })).toMatchObject(stale);
  expect(await call("DELETE", `${path}?revision=1`)).toMatchObject(stale);
  expect(await call("DELETE", `${path}?revision=2`)).toMatchObject({ status: 204 });
  const forgotten = await call("DELETE", `${path}?revision=2`);
  expect(forgotten).toMatchObject({ status: 409, body: { current: { scans: 0, revision: 1 } } });
});

test("the settings of alerts are not replaced from an older revision", async () => {
  const edit = (body: object) => call("PATCH", "/api/alerts", { body });
  expect(await call("GET", "/api/alerts")).toMatchObject({ body: { revision: 1 } });
  const first = await edit({ diskPercent: 7, revision: 1 });
  expect(first).toMatchObject({ status: 200, body: { revision: 2, settings: { diskPercent: 7 } } });
  expect(await edit({ diskPercent: 8, revision: 1 })).toMatchObject({
    status: 409,
    body: { error: { code: "changed-meanwhile" }, current: first.body as object },
  });
  expect(await edit({ backupDays: 8 })).toMatchObject({ body: { revision: 3 } });
});
