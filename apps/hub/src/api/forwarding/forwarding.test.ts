import { afterAll, beforeAll, expect, test } from "vitest";
import { kinds } from "../../destinations/kinds.ts";
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
type DestinationBody = { name: string; secrets: string[]; settings: Record<string, unknown> };

const url = "https://erp.example.org/scans";
const erp = {
  name: "erp",
  title: "ERP",
  kind: "http",
  settings: { url, auth: "basic", username: "hub" },
  secrets: { password: "hunter2-hunter2" },
};

test("the kinds of destinations are listed with their fields", async () => {
  type Kinds = { kinds: { name: string; fields: { name: string }[]; through: boolean }[] };
  const { body } = await call<Kinds>("GET", "/api/destination-kinds");
  const http = body.kinds.find(({ name }) => name === "http");
  expect(http).toMatchObject({
    through: true,
    alerts: true,
    shapes: expect.arrayContaining(["ready-made", "json"]),
  });
  expect(http?.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["url", "auth", "password", "timeout"]),
  );
  // The schema of the response must not remove a property that a form needs.
  expect(body.kinds.map(({ name, fields }) => ({ name, fields }))).toEqual(
    kinds.map(({ name, fields }) => ({ name, fields })),
  );
});

test("a destination can be created, shown without its secrets, changed and removed", async () => {
  const created = await call<DestinationBody>("POST", "/api/destinations", { body: erp });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
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
    revision: 1,
    changedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    counts: {
      accepted: 0,
      delivered: 0,
      dead: 0,
      pending: 0,
      dropped: 0,
      expired: 0,
      repeated: 0,
      deliveredTotal: 0,
    },
    circuit: "closed",
  });
  const list = await call<{ destinations: DestinationBody[] }>("GET", "/api/destinations");
  expect(list.body.destinations).toEqual([created.body]);
  const path = "/api/destinations/erp";
  expect((await call("GET", path)).body).toEqual(created.body);

  const renamed = await call("PATCH", path, { body: { title: "", state: "held", ordered: true } });
  const { title: _, ...untitled } = created.body as DestinationBody & { title: string };
  expect(renamed.body).toEqual({
    ...untitled,
    state: "held",
    ordered: true,
    revision: 2,
    changedAt: expect.any(String),
  });
  // Secrets that are not named stay while the settings have a field for them.
  const moved = { url: `${url}/2`, auth: "basic", username: "hub" };
  expect((await call("PATCH", path, { body: { settings: moved } })).body).toMatchObject({
    settings: moved,
    secrets: ["password"],
  });
  const bearer = { settings: { url, auth: "bearer" }, secrets: { token: "a-long-token" } };
  expect((await call("PATCH", path, { body: bearer })).body).toMatchObject({ secrets: ["token"] });
  const refused = await call<ErrorBody>("PATCH", path, { body: { secrets: { token: null } } });
  expect([refused.status, refused.body.error]).toMatchObject([
    422,
    { code: "not-a-destination", field: "secrets.token", message: expect.stringMatching(/\.$/) },
  ]);
  const withoutLogin = await call<DestinationBody>("PATCH", path, { body: { settings: { url } } });
  expect(withoutLogin.body).toMatchObject({ secrets: [], settings: { url } });

  expect((await call("DELETE", path)).status).toBe(204);
  for (const method of ["GET", "DELETE", "PATCH"]) {
    const { status, body } = await call<ErrorBody>(method, path, {
      ...(method === "PATCH" && { body: { state: "on" } }),
    });
    expect([status, body.error.code]).toEqual([404, "no-such-destination"]);
  }
});

test("stored secrets do not move to another server", async () => {
  const broker = {
    name: "broker",
    kind: "mqtt",
    settings: { host: "mqtt.example.org", security: "tls", user: "hub" },
    secrets: { password: "hunter2-hunter2" },
  };
  const oauth2Settings = {
    url,
    auth: "oauth2",
    tokenUrl: "https://login.example.org/a",
    clientId: "hub",
  };
  const tokens = {
    ...erp,
    name: "tokens",
    settings: oauth2Settings,
    secrets: { clientSecret: "hunter2" },
  };
  const makeCom = {
    name: "make",
    kind: "make",
    secrets: { url: "https://hook.eu1.make.com/abc", apiKey: "hunter2-hunter2" },
  };
  for (const body of [erp, broker, tokens, makeCom]) {
    expect((await call("POST", "/api/destinations", { body })).status).toBe(201);
  }
  const basicSettings = erp.settings;
  for (const [kind, name, body, field] of [
    [
      "http",
      "erp",
      { settings: { ...basicSettings, url: "https://evil.example.org/scans" } },
      "password",
    ],
    [
      "http",
      "erp",
      { settings: { ...basicSettings, url: "http://erp.example.org/scans" } },
      "password",
    ],
    [
      "http",
      "erp",
      { settings: { ...basicSettings, url: "https://erp.example.org:8443/" } },
      "password",
    ],
    [
      "http",
      "tokens",
      { settings: { ...oauth2Settings, tokenUrl: "https://evil.org/a" } },
      "clientSecret",
    ],
    ["mqtt", "broker", { settings: { ...broker.settings, host: "evil.example.org" } }, "password"],
    ["mqtt", "broker", { settings: { ...broker.settings, security: "none" } }, "password"],
    ["mqtt", "broker", { settings: { ...broker.settings, port: 1883 } }, "password"],
    ["make", "make", { settings: {}, secrets: { url: "https://evil.example.org/" } }, "apiKey"],
  ] as const) {
    const draft = { ...body, name, kind };
    for (const [method, path, input, prefix] of [
      ["PATCH", `/api/destinations/${name}`, body, ""],
      ["POST", "/api/test", { destination: draft }, "destination."],
      ["POST", "/api/preview", { destination: draft }, "destination."],
    ] as const) {
      const { status, body } = await call<ErrorBody>(method, path, { body: input });
      expect([status, body.error]).toMatchObject([
        422,
        {
          code: "not-a-destination",
          field: `${prefix}secrets.${field}`,
          message: expect.stringMatching(/ now leads elsewhere\. Enter “.*” again.*\.$/),
        },
      ]);
    }
  }
  // The address may change if the secrets are entered again or removed, or if the server stays the
  // same.
  for (const [name, body] of [
    ["erp", { settings: { ...basicSettings, url: "https://erp.example.org/other?x=1" } }],
    [
      "erp",
      { settings: { ...basicSettings, url: "https://new.example.org" }, secrets: erp.secrets },
    ],
    ["broker", { settings: { host: "new.example.org" }, secrets: { password: null } }],
  ] as const) {
    expect((await call("PATCH", `/api/destinations/${name}`, { body })).status).toBe(200);
  }
  for (const name of ["erp", "broker", "tokens", "make"]) {
    expect((await call("DELETE", `/api/destinations/${name}`)).status).toBe(204);
  }
});

test("secrets appear in no response, no log and no file", async () => {
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
  [{ ...erp, settings: { url, color: "red" } }, 422, "not-a-destination", "settings.color"],
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
])("%j is refused as a destination", async (body, status, code, field) => {
  const refused = await call<ErrorBody>("POST", "/api/destinations", { body });
  expect([refused.status, refused.body.error]).toMatchObject([
    status,
    { code, field, message: expect.stringMatching(/^.*[.]$/s) },
  ]);
});
