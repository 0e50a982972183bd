import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../store/sqlite/open.ts";
import { asOwner, postScan, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let call: DescribedApi["call"];

type ErrorBody = { error: { code: string; message: string; field?: string } };
type Route = { expires?: number; oncePer?: number; revision: number };

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  call = (await createDescribedApi(await asOwner(hub))).call;
  const settings = { url: "https://light.example.org/" };
  await call("POST", "/api/destinations", { body: { name: "light", kind: "http", settings } });
  await call("PATCH", "/api/destinations/light", { body: { state: "held" } });
});
afterAll(() => hub[Symbol.asyncDispose]());

const change = async (body: object) =>
  (await call<Route>("PATCH", "/api/routes/on", { body })).body;

test("a route takes spans as seconds or with units, and shows them in seconds", async () => {
  const body = { name: "on", destination: "light", expires: "30 s", oncePer: 60 };
  const made = await call<Route>("POST", "/api/routes", { body });
  expect(made).toMatchObject({ status: 201, body: { expires: 30, oncePer: 60 } });
  expect(JSON.stringify(made.body)).not.toContain("Ms");
  expect(await change({ title: "On" })).toMatchObject({ expires: 30, oncePer: 60 });
  expect(await change({ expires: "5 min" })).toMatchObject({ expires: 300, oncePer: 60 });
  const without = await change({ expires: null, oncePer: "" });
  expect(without).not.toHaveProperty("expires");
  expect(without).not.toHaveProperty("oncePer");
  expect(await change({ expires: 30, oncePer: "1 min" })).toMatchObject({ revision: 5 });
});

test.each([
  [{ expires: "soon" }, "expires", /“soon” is no span of time\. Write whole seconds/],
  [{ expires: 0 }, "expires", /too short\. Write a span from 1 s to 7 d/],
  [{ oncePer: "2 weeks" }, "oncePer", /no span of time/],
  [{ mode: "through" }, "oncePer", /Use mode stored, or remove oncePer\./],
])("%j is refused with what to do", async (body, field, message) => {
  const refused = await call<ErrorBody>("PATCH", "/api/routes/on", { body });
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { code: "not-a-route", field, message: expect.stringMatching(message) } },
  });
});

test("deliveries and counts say why the hub dropped them", async () => {
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
  for (let time = 0; time < 2; time++) await postScan(hub, { content: "on" });
  const list = async () =>
    (await call<{ deliveries: object[] }>("GET", "/api/deliveries")).body.deliveries;
  expect(await list()).toMatchObject([
    { state: "dropped", dropped: { reason: "repeated", within: 60 } },
    { state: "pending", expiresAt: expect.stringMatching(/Z$/) },
  ]);
  const later = await openStore(hub.settings.data, { now: () => new Date(Date.now() + 30_000) });
  await later.dropExpired();
  await later.close();
  expect((await list())[1]).toMatchObject({ state: "dropped", dropped: { reason: "expired" } });
  const { body } = await call("GET", "/api/destinations/light");
  expect(body).toMatchObject({ counts: { accepted: 2, dropped: 2, expired: 1, repeated: 1 } });
});
