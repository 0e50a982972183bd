import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type TestStep, testConnection } from "./connection-test.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

async function startReceiver(respond: Respond): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/scans`, bodies };
}

const pageOrigin = "http://localhost:8080";
const run = (
  url: string,
  overrides: { user?: string; password?: string; fetch?: typeof fetch } = {},
) => testConnection({ url, ...overrides }, { fetch: overrides.fetch ?? fetch, pageOrigin });
const summarize = (steps: TestStep[]) => steps.map(({ kind, state }) => `${kind} ${state}`);

/** Requires the username "anna" and the password "right". */
const requireBasic: Respond = (request, response) => {
  if (request.headers.authorization === `Basic ${btoa("anna:right")}`) {
    response.writeHead(200, { "content-type": "text/plain" }).end("Thanks");
  } else {
    response.writeHead(401, { "www-authenticate": 'Basic realm="Store"' }).end();
  }
};

test("an open receiver is reached, asks for no password and accepts the scan", async () => {
  const { url, bodies } = await startReceiver((_, response) => response.writeHead(204).end());
  const steps = await run(url, { user: "anna" });
  expect(summarize(steps)).toEqual([
    "receiver-url ok",
    "reached ok",
    "challenge none",
    "response ok",
  ]);
  expect(steps[2]).toMatchObject({ unused: true });
  expect(bodies.map((body) => JSON.parse(body).content)).toEqual(["Scanhook test"]);
});

test("a receiver that refuses without a challenge is not reported to accept scans from anyone", async () => {
  const { url } = await startReceiver((_, response) =>
    response
      .writeHead(404, { "content-type": "application/json" })
      .end('{"message":"This hub has no inbox “scanz”."}'),
  );
  const steps = await run(url, { user: "anna", password: "right" });
  expect(steps.slice(2)).toMatchObject([
    { kind: "challenge", state: "none", unused: false },
    {
      kind: "response",
      state: "bad",
      status: 404,
      reply: { text: "This hub has no inbox “scanz”.", warning: false },
    },
  ]);
});

test("a receiver with a password challenges, gets the credentials and accepts the same body with a reply", async () => {
  const { url, bodies } = await startReceiver(requireBasic);
  const steps = await run(url, { user: "anna", password: "right" });
  expect(steps).toMatchObject([
    { kind: "receiver-url", state: "ok", tls: false },
    { kind: "reached", state: "ok" },
    { kind: "challenge", state: "ok", scheme: "basic", realm: "Store" },
    { kind: "credentials", state: "ok", user: "anna" },
    { kind: "response", state: "ok", status: 200, reply: { text: "Thanks", warning: false } },
  ]);
  expect(new Set(bodies).size).toBe(1);
});

test("a wrong password is refused after the second request, and a missing one after the first", async () => {
  const { url } = await startReceiver(requireBasic);
  expect(summarize(await run(url, { user: "anna", password: "wrong" })).slice(2)).toEqual([
    "challenge ok",
    "credentials ok",
    "response bad",
  ]);
  expect(summarize(await run(url)).slice(2)).toEqual(["challenge ok", "response bad"]);
});

test("the challenge names a scheme other than Basic", async () => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
  );
  const steps = await run(url, { user: "a", password: "b" });
  expect(steps.find(({ kind }) => kind === "challenge")).toMatchObject({ scheme: "bearer" });
  expect(steps.at(-1)).toMatchObject({ kind: "response", state: "bad", status: 401 });
});

test("a 401 whose challenge the page cannot see is reported as hidden", async () => {
  const { url } = await startReceiver((_, response) => response.writeHead(401).end());
  expect(summarize(await run(url))).toEqual([
    "receiver-url ok",
    "reached ok",
    "hidden-challenge bad",
    "response bad",
  ]);
});

test("nothing is sent to a receiver URL that must not be used", async () => {
  let requested = false;
  const fetch = async () => {
    requested = true;
    return new Response();
  };
  expect(summarize(await run("http://example.com/x", { fetch }))).toEqual(["receiver-url bad"]);
  expect(requested).toBe(false);
});

test("a receiver that is not running is reported as refusing the connection", async () => {
  const { url } = await startReceiver(() => {});
  for (const close of closing.splice(0)) close();
  expect((await run(url)).at(-1)).toMatchObject({
    kind: "reached",
    state: "bad",
    cause: "refused",
  });
});

/** Fails like the `fetch` of a browser whose request is blocked by CORS. */
const failLikeCors = () => Promise.reject(new TypeError("Failed to fetch"));

test("a server that does not allow the page is distinguished from one that does not respond", async () => {
  const respondWithoutCors: typeof fetch = (_, init) =>
    init?.mode === "no-cors" ? Promise.resolve(new Response()) : failLikeCors();
  const url = "https://n8n.example/hook";
  expect((await run(url, { fetch: respondWithoutCors })).at(-1)).toEqual({
    kind: "blocked",
    state: "bad",
    stage: "request",
  });
  expect((await run(url, { fetch: failLikeCors })).at(-1)).toMatchObject({
    kind: "reached",
    state: "bad",
    cause: "blocked",
  });
});

test("a receiver that allows the page, but not the authorization header, is reported as blocking credentials", async () => {
  const refuseAuthorization: typeof fetch = async (_, init) =>
    new Headers(init?.headers).has("authorization")
      ? failLikeCors()
      : new Response(null, { status: 401, headers: { "www-authenticate": "Basic realm=x" } });
  const steps = await run("https://n8n.example/hook", {
    user: "a",
    password: "b",
    fetch: refuseAuthorization,
  });
  expect(steps.at(-1)).toEqual({ kind: "blocked", state: "bad", stage: "credentials" });
});
