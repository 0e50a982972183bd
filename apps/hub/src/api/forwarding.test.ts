import { afterAll, beforeAll, expect, test } from "vitest";
import { kinds } from "../destinations/kinds.ts";
import { asOwner, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { asDescribed, type DescribedApi } from "./described-in-test.ts";

let hub: TestHub;
let api: DescribedApi;
let call: DescribedApi["call"];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  api = await asDescribed(await asOwner(hub));
  call = api.call;
});
afterAll(() => hub[Symbol.asyncDispose]());

type Refused = { error: { code: string; message: string; field?: string } };
type Shown = { name: string; secrets: string[]; settings: Record<string, unknown> };

const url = "https://erp.example.org/scans";
const erp = {
  name: "erp",
  title: "ERP",
  kind: "http",
  settings: { url, auth: "basic", username: "hub" },
  secrets: { password: "hunter2-hunter2" },
};

test("the kinds of destinations say what they ask for", async () => {
  type Kinds = { kinds: { name: string; fields: { name: string }[]; through: boolean }[] };
  const { body } = await call<Kinds>("GET", "/api/destination-kinds");
  const http = body.kinds.find(({ name }) => name === "http");
  expect(http).toMatchObject({
    through: true,
    shapes: expect.arrayContaining(["ready-made", "json"]),
  });
  expect(http?.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["url", "auth", "password", "timeout"]),
  );
  // Nothing a form may need is lost on the way.
  expect(body.kinds.map(({ name, fields }) => ({ name, fields }))).toEqual(
    kinds.map(({ name, fields }) => ({ name, fields })),
  );
});

test("a destination is made, shown without its secrets, changed and removed", async () => {
  const made = await call<Shown>("POST", "/api/destinations", { body: erp });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    name: "erp",
    title: "ERP",
    kind: "http",
    settings: erp.settings,
    secrets: ["password"],
    state: "on",
    concurrency: 4,
    ordered: false,
    allowPrivate: false,
    origin: "dashboard",
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    counts: { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 },
    circuit: "closed",
  });
  const list = await call<{ destinations: Shown[] }>("GET", "/api/destinations");
  expect(list.body.destinations).toEqual([made.body]);
  const path = "/api/destinations/erp";
  expect((await call("GET", path)).body).toEqual(made.body);

  const renamed = await call("PATCH", path, { body: { title: "", state: "held", ordered: true } });
  const { title: _, ...untitled } = made.body as Shown & { title: string };
  expect(renamed.body).toEqual({ ...untitled, state: "held", ordered: true });
  // Secrets that are not named stay, as long as a field asks for them.
  const moved = { url: `${url}/2`, auth: "basic", username: "hub" };
  expect((await call("PATCH", path, { body: { settings: moved } })).body).toMatchObject({
    settings: moved,
    secrets: ["password"],
  });
  const bearer = { settings: { url, auth: "bearer" }, secrets: { token: "a-long-token" } };
  expect((await call("PATCH", path, { body: bearer })).body).toMatchObject({ secrets: ["token"] });
  const gone = await call<Refused>("PATCH", path, { body: { secrets: { token: null } } });
  expect([gone.status, gone.body.error]).toEqual([
    422,
    { code: "not-a-destination", field: "secrets.token", message: expect.stringMatching(/\.$/) },
  ]);
  const open = await call<Shown>("PATCH", path, { body: { settings: { url } } });
  expect(open.body).toMatchObject({ secrets: [], settings: { url } });

  expect((await call("DELETE", path)).status).toBe(204);
  for (const method of ["GET", "DELETE", "PATCH"]) {
    const { status, body } = await call<Refused>(method, path, {
      ...(method === "PATCH" && { body: { state: "on" } }),
    });
    expect([status, body.error.code]).toEqual([404, "no-such-destination"]);
  }
});

test("secrets that are kept do not move to another server", async () => {
  const broker = {
    name: "broker",
    kind: "mqtt",
    settings: { host: "mqtt.example.org", security: "tls", user: "hub" },
    secrets: { password: "hunter2-hunter2" },
  };
  const oauth2 = { url, auth: "oauth2", tokenUrl: "https://login.example.org/a", clientId: "hub" };
  const tokens = { ...erp, name: "tokens", settings: oauth2, secrets: { clientSecret: "hunter2" } };
  const make = {
    name: "make",
    kind: "make",
    secrets: { url: "https://hook.eu1.make.com/abc", apiKey: "hunter2-hunter2" },
  };
  for (const body of [erp, broker, tokens, make]) {
    expect((await call("POST", "/api/destinations", { body })).status).toBe(201);
  }
  const basic = erp.settings;
  for (const [kind, name, body, field] of [
    ["http", "erp", { settings: { ...basic, url: "https://evil.example.org/scans" } }, "password"],
    ["http", "erp", { settings: { ...basic, url: "http://erp.example.org/scans" } }, "password"],
    ["http", "erp", { settings: { ...basic, url: "https://erp.example.org:8443/" } }, "password"],
    ["http", "tokens", { settings: { ...oauth2, tokenUrl: "https://evil.org/a" } }, "clientSecret"],
    ["mqtt", "broker", { settings: { ...broker.settings, host: "evil.example.org" } }, "password"],
    ["mqtt", "broker", { settings: { ...broker.settings, security: "none" } }, "password"],
    ["mqtt", "broker", { settings: { ...broker.settings, port: 1883 } }, "password"],
    ["make", "make", { settings: {}, secrets: { url: "https://evil.example.org/" } }, "apiKey"],
  ] as const) {
    const draft = { ...body, name, kind };
    for (const [method, path, given, at] of [
      ["PATCH", `/api/destinations/${name}`, body, ""],
      ["POST", "/api/test", { destination: draft }, "destination."],
      ["POST", "/api/preview", { destination: draft }, "destination."],
    ] as const) {
      const { status, body } = await call<Refused>(method, path, { body: given });
      expect([status, body.error]).toEqual([
        422,
        {
          code: "not-a-destination",
          field: `${at}secrets.${field}`,
          message: expect.stringMatching(/ leads elsewhere now; enter “.*” again.*\.$/),
        },
      ]);
    }
  }
  // Entered again, or taken away, they may; and so may those of the same server.
  for (const [name, body] of [
    ["erp", { settings: { ...basic, url: "https://erp.example.org/other?x=1" } }],
    ["erp", { settings: { ...basic, url: "https://new.example.org" }, secrets: erp.secrets }],
    ["broker", { settings: { host: "new.example.org" }, secrets: { password: null } }],
  ] as const) {
    expect((await call("PATCH", `/api/destinations/${name}`, { body })).status).toBe(200);
  }
  for (const name of ["erp", "broker", "tokens", "make"]) {
    expect((await call("DELETE", `/api/destinations/${name}`)).status).toBe(204);
  }
});

test("secrets are in no answer, no log and no file", async () => {
  await call("POST", "/api/destinations", { body: { ...erp, name: "sealed" } });
  for (const path of ["/api/destinations", "/api/destinations/sealed", "/api/config"]) {
    expect(JSON.stringify((await call("GET", path)).body)).not.toContain("hunter2");
  }
  const body = { destination: "sealed" };
  expect(JSON.stringify((await call("POST", "/api/preview", { body })).body)).not.toMatch(
    /hunter2|aHVudGVyMi/,
  );
  expect(hub.logged.join("")).not.toContain("hunter2");
  expect((await call("DELETE", "/api/destinations/sealed")).status).toBe(204);
});

test.each<[object, number, string, string | undefined]>([
  [{ ...erp, name: "Erp" }, 400, "invalid-request", "name"],
  [{ ...erp, kind: "htp" }, 422, "not-a-destination", "kind"],
  [{ name: "erp" }, 400, "invalid-request", "kind"],
  [{ ...erp, concurrency: 65 }, 400, "invalid-request", "concurrency"],
  [{ ...erp, concurency: 2 }, 400, "invalid-request", "concurency"],
  [{ ...erp, secrets: { password: ["x"] } }, 400, "invalid-request", "secrets.password"],
  [{ ...erp, settings: { url: "ftp://x" } }, 422, "not-a-destination", "settings.url"],
  [{ ...erp, settings: { url: "http://[fe80::1]/" } }, 422, "not-a-destination", "settings.url"],
  [{ ...erp, settings: {} }, 422, "not-a-destination", "settings.url"],
  [{ ...erp, settings: { url, colour: "red" } }, 422, "not-a-destination", "settings.colour"],
  [{ ...erp, secrets: {} }, 422, "not-a-destination", "secrets.password"],
  [{ ...erp, secrets: { url } }, 422, "not-a-destination", "secrets.url"],
  [
    { ...erp, settings: { url }, secrets: { token: "x" } },
    422,
    "not-a-destination",
    "secrets.token",
  ],
  [
    { ...erp, settings: { ...erp.settings, password: "x" } },
    422,
    "not-a-destination",
    "settings.password",
  ],
])("%j is no destination", async (body, status, code, field) => {
  const refused = await call<Refused>("POST", "/api/destinations", { body });
  expect([refused.status, refused.body.error]).toEqual([
    status,
    { code, field, message: expect.stringMatching(/^.*[.]$/s) },
  ]);
});

test("a route is made, shown, changed and removed", async () => {
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
  const made = await call<{ createdAt: string }>("POST", "/api/routes", { body });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    ...body,
    filter: { source: "code", content: "A-*", structured: { "a.b": "!x" } },
    mode: "stored",
    on: true,
    origin: "dashboard",
    createdAt: expect.any(String),
  });
  expect((await call("POST", "/api/routes", { body })).body).toMatchObject({
    error: { code: "route-exists" },
  });
  const path = "/api/routes/codes";
  expect((await call("GET", path)).body).toEqual(made.body);
  expect((await call("GET", "/api/routes")).body).toEqual({ routes: [made.body] });
  const change = { title: "Codes", inbox: null, filter: {}, mode: "through", on: false };
  const changed = await call("PATCH", path, { body: change });
  const { inbox: _, ...everywhere } = { ...made.body, ...change };
  expect(changed.body).toEqual(everywhere);
  const plain = { shape: { format: "scan" }, title: "" };
  expect((await call("PATCH", path, { body: plain })).body).toMatchObject({
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
    const { status, body } = await call<Refused>(method, path, {
      ...(method === "PATCH" && { body: { on: true } }),
    });
    expect([status, body.error.code]).toEqual([404, "no-such-route"]);
  }
  // With its destination the other one goes.
  expect((await call("DELETE", "/api/destinations/erp")).status).toBe(204);
  expect((await call("GET", "/api/routes")).body).toEqual({ routes: [] });
});

test("what cannot be a route is refused with the field that is wrong, when it is made and when it is changed", async () => {
  await call("POST", "/api/destinations", { body: erp });
  await call("POST", "/api/routes", { body: { name: "good", destination: "erp" } });
  const json = { format: "json", template: "{{ content | json }}" };
  for (const [misfit, status, code, field] of [
    [{ destination: "epr" }, 422, "not-a-route", "destination"],
    [{ inbox: "nowhere" }, 422, "not-a-route", "inbox"],
    [{ filter: { content: "/(/" } }, 422, "not-a-route", "filter.content"],
    [{ filter: { structured: { a: "/[/" } } }, 422, "not-a-route", "filter.structured.a"],
    [{ filter: { contents: "x" } }, 400, "invalid-request", "filter.contents"],
    [{ filter: { source: "qr" } }, 400, "invalid-request", "filter.source"],
    [{ shape: { ...json, format: "xml" } }, 400, "invalid-request", "shape.format"],
    [{ shape: { ...json, template: "{{ content" } }, 422, "not-a-route", "shape.template"],
    [
      { shape: { ...json, template: "{{ content | nope }}" } },
      422,
      "not-a-route",
      "shape.template",
    ],
    [{ shape: { format: "json" } }, 422, "not-a-route", "shape.template"],
    [{ shape: { ...json, format: "scan" } }, 422, "not-a-route", "shape.template"],
    [{ mode: "trough" }, 400, "invalid-request", "mode"],
  ] as const) {
    const whole = { name: "bad", destination: "erp", ...misfit };
    for (const [method, path, body] of [
      ["POST", "/api/routes", whole],
      ["PATCH", "/api/routes/good", misfit],
    ] as const) {
      const refused = await call<Refused>(method, path, { body });
      expect([misfit, refused.status, refused.body.error]).toEqual([
        misfit,
        status,
        { code, field, message: expect.stringMatching(/\.$/) },
      ]);
    }
  }
  expect((await call("DELETE", "/api/destinations/erp")).status).toBe(204);
});

test("only what is reached over HTTP can answer a scanner, and a kind takes the shapes it says", async () => {
  type Kinds = { kinds: { name: string; through: boolean; shapes: string[] }[] };
  const { kinds } = (await call<Kinds>("GET", "/api/destination-kinds")).body;
  const file = kinds.find(({ name }) => name === "file");
  expect(file).toMatchObject({ through: false });
  const rows = { name: "rows", kind: "file", settings: { path: "rows.csv" } };
  expect((await call("POST", "/api/destinations", { body: rows })).status).toBe(201);
  const through = { name: "door", destination: "rows", mode: "through" };
  expect((await call<Refused>("POST", "/api/routes", { body: through })).body.error).toMatchObject({
    code: "not-a-route",
    field: "mode",
  });
  expect((await call("DELETE", "/api/destinations/rows")).status).toBe(204);
});
