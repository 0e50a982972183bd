import { afterAll, beforeAll, expect, test } from "vitest";
import { createReach } from "../reach.ts";
import { createApp } from "../routes.ts";
import { openStore } from "../store/sqlite/open.ts";
import { fromPage, startTestHub, type TestHub } from "../testing/test-hub.ts";

let hub: TestHub;
let routes: { method: string; url: string }[];

beforeAll(async () => {
  hub = await startTestHub("--tls", "off");
  const store = await openStore(`${hub.settings.data}/for-the-table`);
  const app = await createApp({
    settings: hub.settings,
    store,
    reach: createReach(hub.settings, { http: 1 }),
    certificate: undefined,
    log: hub.log,
    print: () => {},
    closing: new AbortController().signal,
  });
  routes = toTable(app.printRoutes({ commonPrefix: false }));
  await app.close();
  await store.close();
});
afterAll(() => hub[Symbol.asyncDispose]());

/** The lines of Fastify's route tree as a table: four characters of drawing a level, then a piece of the path. */
function toTable(tree: string) {
  const path: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, drawing = "", piece = "", methods = ""] =
      /^([│├└─ ]*)(\S*)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (!piece) return [];
    path.splice(drawing.length / 4 - 1, Number.POSITIVE_INFINITY, piece);
    const url = path.join("").replace(/^\/\//, "/");
    return methods.split(", ").map((method) => ({ method, url }));
  });
}

const publicRoutes = [
  /^(POST|OPTIONS) \/in\/:name\/?$/,
  /^(GET|HEAD) \/(healthz|readyz)$/,
  /^(GET|HEAD|POST) \/api\/session$/,
  /^POST \/scan\/(pair|share)$/,
  // The built pages: files without data.
  /^(GET|HEAD) \/(scan(\/.*)?|assets\/.*|index\.html|[\w.-]+\.(svg|png|ico|txt|webmanifest))?$/,
  /^(GET|HEAD) \/docs(\/?\*)?$/,
];

test("without log-in nothing answers but what is meant for everybody", async () => {
  expect(routes.length).toBeGreaterThan(30);
  const stranger = fromPage(hub);
  const answered: string[] = [];
  for (const { method, url } of routes) {
    const path = url.replace(":id", "1").replace(/:\w+/g, "scans");
    const body = ["POST", "PATCH"].includes(method) ? {} : undefined;
    // As from elsewhere: to this machine itself /metrics would answer.
    const { status } = await stranger(method, path, body, { "x-forwarded-for": "203.0.113.9" });
    if (status !== 401 || url.startsWith("/in/")) answered.push(`${method} ${url}`);
  }
  const isPublic = (route: string) => publicRoutes.some((pattern) => pattern.test(route));
  expect(answered.filter((route) => !isPublic(route))).toEqual([]);
  expect(routes.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining(["GET /api/scans/:id", "GET /metrics", "GET /api/scans/stream"]),
  );
});

test("an address that is not there says so, whoever asks", async () => {
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/nothing",
    "/%2e%2e/etc/passwd",
    "/scan/x",
  ]) {
    const answer = await fromPage(hub)("GET", path);
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      404,
      { error: { code: "not-found", message: "There is nothing at this address." } },
    ]);
  }
});

test("an address that cannot be read is refused, not logged as a failure", async () => {
  for (const path of ["/%", "/api/scans/%ff", `/api/inboxes/${"x".repeat(5000)}/pair`]) {
    expect((await fromPage(hub)("GET", path)).status).toBeGreaterThanOrEqual(400);
    expect((await fromPage(hub)("GET", path)).status).toBeLessThan(500);
  }
  expect(hub.logged.join("")).not.toContain('"level":"error"');
});

test("an inbox address that cannot be read is told so as any other that is not there", async () => {
  for (const path of ["/in/%", "/in/%ff", `/in/${"x".repeat(5000)}`]) {
    const answer = await fromPage(hub)("POST", path, {});
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { code: "no-such-inbox" } },
    ]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
});
