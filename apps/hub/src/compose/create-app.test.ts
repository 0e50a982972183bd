import { afterAll, beforeAll, expect, test } from "vitest";
import { createHubUrls } from "../addresses/hub-urls.ts";
import { openStore } from "../store/sqlite/open.ts";
import { fromPage, startTestHub, type TestHub } from "../testing/test-hub.ts";
import { createApp } from "./create-app.ts";

let hub: TestHub;
let endpoints: { method: string; url: string }[];

beforeAll(async () => {
  // Nothing listens at the provider.
  const provider = ["--sso-issuer", "http://127.0.0.1:9", "--sso-client-id", "hub"];
  const sso = [...provider, "--sso-roles", "*=viewer", "--public-url", "http://localhost"];
  hub = await startTestHub("--tls", "off", ...sso);
  const store = await openStore(`${hub.settings.data}/for-the-table`);
  const { app } = await createApp({
    settings: hub.settings,
    store,
    urls: createHubUrls(hub.settings, { http: 1 }),
    certificate: undefined,
    log: hub.log,
    print: () => {},
    closing: new AbortController().signal,
  });
  endpoints = parseEndpointTree(app.printRoutes({ commonPrefix: false }));
  await app.close();
  await store.close();
});
afterAll(() => hub[Symbol.asyncDispose]());

/**
 * Parses the tree that Fastify prints: each level is indented by four characters and adds a part of
 * the path.
 */
function parseEndpointTree(tree: string) {
  const path: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, drawing = "", pathPart = "", methods = ""] =
      /^([│├└─ ]*)(\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (!pathPart) return [];
    path.splice(drawing.length / 4 - 1, Number.POSITIVE_INFINITY, pathPart);
    const url = path.join("").replace(/^\/\//, "/");
    return methods.split(", ").map((method) => ({ method, url }));
  });
}

const publicEndpoints = [
  /^(POST|OPTIONS) \/in\/:name\/?$/,
  // These ask for the password of an inbox: supervisor-acts, stock, care and leads.test.ts.
  /^(POST|OPTIONS) \/in\/:name\/(undo|correct|let-in|check-in|name|answers)\/:id$/,
  /^(POST|OPTIONS) \/in\/:name\/put-down$/,
  /^(GET|HEAD|OPTIONS) \/in\/:name\/(entries|leads)$/,
  /^(GET|HEAD) \/(healthz|readyz)$/,
  /^(GET|HEAD|POST) \/api\/session$/,
  /^POST \/api\/session\/(link|passkey|passkey\/options)$/,
  // These lead to the provider and back: login/sso.
  /^GET \/sso\/(login|callback)$/,
  /^POST \/scan\/(pair|share)$/,
  // The built pages hold no data.
  /^(GET|HEAD) \/(scan(\/.*)?|assets\/.*|index\.html|[\w.-]+\.(svg|png|ico|txt|webmanifest))?$/,
  /^(GET|HEAD) \/door(\.html|\/:token)$/,
  // This asks for the token of a display: displays.test.ts.
  /^GET \/door\/:token\/events$/,
  // This leads to the reference of the API in the docs.
  /^(GET|HEAD) \/api\/?$/,
  /^(GET|HEAD) \/docs(\/?\*)?$/,
];

test("without a log-in, only public endpoints respond", async () => {
  expect(endpoints.length).toBeGreaterThan(30);
  const stranger = fromPage(hub);
  const allowed: string[] = [];
  for (const { method, url } of endpoints) {
    const path = url.replace(":id", "1").replace(/:\w+/g, "scans");
    const body = ["POST", "PATCH"].includes(method) ? {} : undefined;
    // Comes through a proxy, because /metrics is open to this machine itself.
    const { status } = await stranger(method, path, body, { "x-forwarded-for": "203.0.113.9" });
    if (status !== 401 || url.startsWith("/in/")) allowed.push(`${method} ${url}`);
  }
  const isPublic = (endpoint: string) => publicEndpoints.some((pattern) => pattern.test(endpoint));
  expect(allowed.filter((endpoint) => !isPublic(endpoint))).toEqual([]);
  expect(endpoints.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining(["GET /api/scans/:id", "GET /metrics", "GET /api/scans/stream"]),
  );
});

test("an unknown address responds 404 without a log-in", async () => {
  const message = "There is nothing at this address.";
  for (const path of ["/api/nothing", "/nothing", "/%2e%2e/etc/passwd", "/scan/x"]) {
    const response = await fromPage(hub)("GET", path);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      { message, error: { code: "not-found", message } },
    ]);
  }
});

test("a scan that is posted without an inbox is refused with what the receiver URL looks like", async () => {
  for (const path of ["/", "/hook"]) {
    const response = await fromPage(hub)("POST", path, {});
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("/in/scans.") });
  }
  const response = await fromPage(hub)("POST", "/in/", {});
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(
      /^The receiver URL ends before the name of an inbox, .*\/in\/scans\.$/,
    ),
    error: { code: "no-such-inbox" },
  });
});

test("a malformed address is refused and not logged as an error", async () => {
  for (const path of ["/%", "/api/scans/%ff", `/api/inboxes/${"x".repeat(5000)}/pair`]) {
    expect((await fromPage(hub)("GET", path)).status).toBeGreaterThanOrEqual(400);
    expect((await fromPage(hub)("GET", path)).status).toBeLessThan(500);
  }
  expect(hub.logged.join("")).not.toContain('"level":"error"');
});

test("a scan that no page sends gets no header for pages", async () => {
  const listNames = async (inbox: string, headers: object) => {
    const response = await fetch(`${hub.base}/in/${inbox}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: '{"identifier":"a","date":"2026-05-12T14:23:01Z","content":"b"}',
    });
    await response.text();
    return [...response.headers.keys()].sort();
  };
  const body = ["connection", "content-length", "content-type", "date", "keep-alive"];
  expect(await listNames("scans", {})).toEqual([...body, "www-authenticate"]);
  expect(await listNames("nowhere", {})).toEqual(body);
  expect(await listNames("nowhere", { origin: "https://scanner.example" })).toEqual(
    expect.arrayContaining(["access-control-allow-origin", "content-security-policy"]),
  );
});

test("a malformed inbox address is refused like an unknown inbox", async () => {
  for (const path of ["/in/%", "/in/%ff", `/in/${"x".repeat(5000)}`]) {
    const response = await fromPage(hub)("POST", path, {});
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { code: "no-such-inbox" } },
    ]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  }
});
