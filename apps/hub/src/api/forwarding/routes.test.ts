import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let api: DescribedApi;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  api = await createDescribedApi(await asOwner(hub));
  call = api.call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type ErrorBody = { error: { code: string; message: string; field?: string } };

const erp = {
  name: "erp",
  title: "ERP",
  kind: "http",
  settings: { url: "https://erp.example.org/scans", auth: "basic", username: "hub" },
  secrets: { password: "hunter2-hunter2" },
};

test("a route can be created, shown, changed and removed", async () => {
  await call("POST", "/api/destinations", { body: erp });
  expect((await call("POST", "/api/destinations", { body: erp })).body).toMatchObject({
    error: { code: "destination-exists" },
  });
  const body = {
    name: "codes",
    inbox: "scans",
    destination: "erp",
    filter: { source: "code", content: "A-*", tagType: "", structured: { "a.b": "!x", c: "" } },
    shape: { format: "json", template: '{"code": {{ content | json }}}' },
  };
  const created = await call<{ createdAt: string }>("POST", "/api/routes", { body });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    ...body,
    filter: { source: "code", content: "A-*", structured: { "a.b": "!x" } },
    mode: "stored",
    on: true,
    origin: "dashboard",
    createdAt: expect.any(String),
    revision: 1,
    changedAt: expect.any(String),
  });
  expect((await call("POST", "/api/routes", { body })).body).toMatchObject({
    error: { code: "route-exists" },
  });
  const path = "/api/routes/codes";
  expect((await call("GET", path)).body).toEqual(created.body);
  expect((await call("GET", "/api/routes")).body).toEqual({ routes: [created.body] });
  const change = { title: "Codes", inbox: null, filter: {}, mode: "through", on: false };
  const changed = await call("PATCH", path, { body: change });
  const { inbox: _, ...withoutInbox } = { ...created.body, ...change };
  const edited = { ...withoutInbox, revision: 2, changedAt: expect.any(String) };
  expect(changed.body).toEqual(edited);
  const shapeChange = { shape: { format: "scan" }, title: "" };
  expect((await call("PATCH", path, { body: shapeChange })).body).toMatchObject({
    shape: { format: "scan" },
    mode: "through",
  });
  const minimal = { name: "all", destination: "erp" };
  expect((await call("POST", "/api/routes", { body: minimal })).body).toMatchObject({
    filter: {},
    shape: { format: "ready-made" },
    mode: "stored",
    on: true,
  });
  expect((await call("DELETE", path)).status).toBe(204);
  for (const method of ["GET", "DELETE", "PATCH"]) {
    const { status, body } = await call<ErrorBody>(method, path, {
      ...(method === "PATCH" && { body: { on: true } }),
    });
    expect([status, body.error.code]).toEqual([404, "no-such-route"]);
  }
  // A removed destination takes its routes with it.
  expect((await call("DELETE", "/api/destinations/erp")).status).toBe(204);
  expect((await call("GET", "/api/routes")).body).toEqual({ routes: [] });
});

test("an invalid route is refused with its wrong field, when it is created and when it is changed", async () => {
  await call("POST", "/api/destinations", { body: erp });
  await call("POST", "/api/routes", { body: { name: "good", destination: "erp" } });
  const jsonShape = { format: "json", template: "{{ content | json }}" };
  for (const [invalid, status, code, field] of [
    [{ destination: "epr" }, 422, "not-a-route", "destination"],
    [{ inbox: "nowhere" }, 422, "not-a-route", "inbox"],
    [{ filter: { content: "/(/" } }, 422, "not-a-route", "filter.content"],
    [{ filter: { structured: { a: "/[/" } } }, 422, "not-a-route", "filter.structured.a"],
    [{ filter: { contents: "x" } }, 400, "invalid-request", "filter.contents"],
    [{ filter: { source: "qr" } }, 400, "invalid-request", "filter.source"],
    [{ shape: { ...jsonShape, format: "xml" } }, 400, "invalid-request", "shape.format"],
    [{ shape: { ...jsonShape, template: "{{ content" } }, 422, "not-a-route", "shape.template"],
    [
      { shape: { ...jsonShape, template: "{{ content | nope }}" } },
      422,
      "not-a-route",
      "shape.template",
    ],
    [{ shape: { format: "json" } }, 422, "not-a-route", "shape.template"],
    [{ shape: { ...jsonShape, format: "scan" } }, 422, "not-a-route", "shape.template"],
    [{ mode: "trough" }, 400, "invalid-request", "mode"],
  ] as const) {
    const definition = { name: "bad", destination: "erp", ...invalid };
    for (const [method, path, body] of [
      ["POST", "/api/routes", definition],
      ["PATCH", "/api/routes/good", invalid],
    ] as const) {
      const refused = await call<ErrorBody>(method, path, { body });
      expect([invalid, refused.status, refused.body.error]).toMatchObject([
        invalid,
        status,
        { code, field, message: expect.stringMatching(/\.$/) },
      ]);
    }
  }
  expect((await call("DELETE", "/api/destinations/erp")).status).toBe(204);
});

test("only HTTP destinations can have through routes, and a kind accepts only its shapes", async () => {
  type Kinds = { kinds: { name: string; through: boolean; shapes: string[] }[] };
  const { kinds } = (await call<Kinds>("GET", "/api/destination-kinds")).body;
  const file = kinds.find(({ name }) => name === "file");
  expect(file).toMatchObject({ through: false, alerts: false });
  const rows = { name: "rows", kind: "file", settings: { path: "rows.csv" } };
  expect((await call("POST", "/api/destinations", { body: rows })).status).toBe(201);
  const through = { name: "door", destination: "rows", mode: "through" };
  expect(
    (await call<ErrorBody>("POST", "/api/routes", { body: through })).body.error,
  ).toMatchObject({
    code: "not-a-route",
    field: "mode",
  });
  expect((await call("DELETE", "/api/destinations/rows")).status).toBe(204);
});
