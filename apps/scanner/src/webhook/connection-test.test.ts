import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type TestStep, testConnection } from "./connection-test.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function receiver(answer: Answer): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/scans`, bodies };
}

const pageOrigin = "http://localhost:8080";
const run = (url: string, more: { user?: string; password?: string; fetch?: typeof fetch } = {}) =>
  testConnection({ url, ...more }, { fetch: more.fetch ?? fetch, pageOrigin });
const shortly = (steps: TestStep[]) => steps.map(({ kind, state }) => `${kind} ${state}`);

const wantsBasic: Answer = (request, response) => {
  if (request.headers.authorization === `Basic ${btoa("anna:right")}`) {
    response.writeHead(200, { "content-type": "text/plain" }).end("Thanks");
  } else {
    response.writeHead(401, { "www-authenticate": 'Basic realm="Store"' }).end();
  }
};

test("an open receiver: reached, asked for nothing, accepted", async () => {
  const { url, bodies } = await receiver((_, response) => response.writeHead(204).end());
  const steps = await run(url, { user: "anna" });
  expect(shortly(steps)).toEqual(["address ok", "reached ok", "challenge none", "answer ok"]);
  expect(steps[2]).toMatchObject({ unused: true });
  expect(bodies.map((body) => JSON.parse(body).content)).toEqual(["Scanhook test"]);
});

test("a receiver with a password: challenge, credentials, accepted, with its reply", async () => {
  const { url, bodies } = await receiver(wantsBasic);
  const steps = await run(url, { user: "anna", password: "right" });
  expect(steps).toMatchObject([
    { kind: "address", state: "ok", tls: false },
    { kind: "reached", state: "ok" },
    { kind: "challenge", state: "ok", scheme: "basic", realm: "Store" },
    { kind: "credentials", state: "ok", user: "anna" },
    { kind: "answer", state: "ok", status: 200, reply: { text: "Thanks", warning: false } },
  ]);
  expect(new Set(bodies).size).toBe(1);
});

test("a wrong password is refused after the second request; none at all after the first", async () => {
  const { url } = await receiver(wantsBasic);
  expect(shortly(await run(url, { user: "anna", password: "wrong" })).slice(2)).toEqual([
    "challenge ok",
    "credentials ok",
    "answer bad",
  ]);
  expect(shortly(await run(url)).slice(2)).toEqual(["challenge ok", "answer bad"]);
});

test("another log-in scheme is named", async () => {
  const { url } = await receiver((_, response) =>
    response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
  );
  const steps = await run(url, { user: "a", password: "b" });
  expect(steps.find(({ kind }) => kind === "challenge")).toMatchObject({ scheme: "bearer" });
  expect(steps.at(-1)).toMatchObject({ kind: "answer", state: "bad", status: 401 });
});

test("a 401 whose challenge the page cannot see is told as such", async () => {
  const { url } = await receiver((_, response) => response.writeHead(401).end());
  expect(shortly(await run(url))).toEqual([
    "address ok",
    "reached ok",
    "hidden-challenge bad",
    "answer bad",
  ]);
});

test("an address that may not be used is not tried", async () => {
  let tried = false;
  const fetch = async () => {
    tried = true;
    return new Response();
  };
  expect(shortly(await run("http://example.com/x", { fetch }))).toEqual(["address bad"]);
  expect(tried).toBe(false);
});

test("nothing listening", async () => {
  const { url } = await receiver(() => {});
  for (const close of closing.splice(0)) close();
  expect((await run(url)).at(-1)).toMatchObject({
    kind: "reached",
    state: "bad",
    cause: "refused",
  });
});

/** What a browser does with a receiver that does not know CORS: it says only that it failed. */
const failed = () => Promise.reject(new TypeError("Failed to fetch"));

test("the browser's silence is told apart: a server that is there but forbids pages, or none", async () => {
  const there: typeof fetch = (_, init) =>
    init?.mode === "no-cors" ? Promise.resolve(new Response()) : failed();
  const url = "https://n8n.example/hook";
  expect((await run(url, { fetch: there })).at(-1)).toEqual({
    kind: "blocked",
    state: "bad",
    at: "request",
  });
  expect((await run(url, { fetch: failed })).at(-1)).toMatchObject({
    kind: "reached",
    state: "bad",
    cause: "blocked",
  });
});

test("a receiver that lets pages in, but not with a password, is told as such", async () => {
  const answers: typeof fetch = async (_, init) =>
    new Headers(init?.headers).has("authorization")
      ? failed()
      : new Response(null, { status: 401, headers: { "www-authenticate": "Basic realm=x" } });
  const steps = await run("https://n8n.example/hook", { user: "a", password: "b", fetch: answers });
  expect(steps.at(-1)).toEqual({ kind: "blocked", state: "bad", at: "credentials" });
});
