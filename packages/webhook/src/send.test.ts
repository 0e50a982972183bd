import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { printScan } from "./print-scan.ts";
import { type SendStep, send } from "./send.ts";

const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "ä" };
type Seen = { method: string; headers: IncomingMessage["headers"]; body: string };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server whose answers the test writes; it remembers what arrived. */
async function receiver(answer: (request: Seen, response: ServerResponse, count: number) => void) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", headers } = request;
    seen.push({ method, headers, body });
    answer(seen.at(-1)!, response, seen.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`, seen };
}

function challenging(scheme = 'Basic realm="scans"') {
  return receiver(({ headers }, response) => {
    const right = headers.authorization === "Basic ZGVzazpnZWhlaW3DnyE=";
    response.writeHead(right ? 204 : 401, right ? {} : { "www-authenticate": scheme }).end();
  });
}

test("a scan is one POST with a length and the bare content type", async () => {
  const { url, seen } = await receiver((_, response) => response.writeHead(204).end());
  expect(await send(scan, { url, user: "desk", password: "geheimß!" })).toEqual({
    kind: "accepted",
    status: 204,
  });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: "POST", body: printScan(scan) });
  expect(seen[0]!.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(new TextEncoder().encode(printScan(scan)).length),
  });
  expect(seen[0]!.headers).not.toHaveProperty("authorization");
  expect(seen[0]!.headers).not.toHaveProperty("transfer-encoding");
});

test("a Basic challenge is answered once, and every scan starts without credentials again", async () => {
  const { url, seen } = await challenging();
  const receiver = { url, user: "desk", password: "geheimß!" };
  const steps: SendStep[] = [];
  for (const onStep of [(step: SendStep) => steps.push(step), () => {}]) {
    expect(await send(scan, receiver, { onStep })).toEqual({ kind: "accepted", status: 204 });
  }
  expect(seen.map(({ headers }) => Boolean(headers.authorization))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(new Set(seen.map(({ body }) => body))).toEqual(new Set([printScan(scan)]));
  expect(steps.map(({ step }) => step)).toEqual(["request", "challenge", "retry", "answer"]);
  expect(steps[1]).toMatchObject({ scheme: "basic", realm: "scans" });
});

test("a second 401 is a refusal, not a third request", async () => {
  const { url, seen } = await challenging();
  expect(await send(scan, { url, user: "desk", password: "wrong" })).toMatchObject({
    kind: "refused",
    status: 401,
    reason: expect.stringContaining("did not accept"),
  });
  expect(seen).toHaveLength(2);
});

test("without credentials, or for another scheme, a challenge is a refusal that says why", async () => {
  const { url, seen } = await challenging();
  expect(await send(scan, { url })).toMatchObject({
    reason: expect.stringContaining("none were given"),
  });
  expect(seen).toHaveLength(1);
  const bearer = await challenging("Bearer");
  expect(await send(scan, { url: bearer.url, user: "a", password: "b" })).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("bearer"),
  });
  expect(bearer.seen).toHaveLength(1);
});

test("credentials never follow a redirect, which is a refusal that shows where it led", async () => {
  const elsewhere = await challenging();
  const { url } = await receiver((_, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  expect(await send(scan, { url, user: "desk", password: "geheimß!" })).toMatchObject({
    kind: "refused",
    status: 307,
    location: elsewhere.url,
  });
  expect(elsewhere.seen).toEqual([]);
});

test.each([
  ["text/plain", "Welcome, Ada ", { text: "Welcome, Ada", warning: false }],
  ["application/json", '{"message":"17 / 20"}', { text: "17 / 20", warning: false }],
  [
    "application/json; charset=utf-8",
    '{"ok":false,"message":"Already in"}',
    { text: "Already in", warning: true },
  ],
  ["text/plain", "é".repeat(500), { text: "é".repeat(240), warning: false }],
  ["application/json", '{"message":7}', undefined],
  ["application/json", "{broken", undefined],
  ["text/html", "<h1>OK</h1>", undefined],
])("a %s reply of %s is shown as %o", async (type, body, reply) => {
  const { url } = await receiver((_, response) =>
    response.writeHead(200, { "content-type": type }).end(body),
  );
  expect(await send(scan, { url })).toEqual({
    kind: "accepted",
    status: 200,
    ...(reply ? { reply } : {}),
  });
});

test("a reply that breaks off does not undo an accepted scan", async () => {
  const { url } = await receiver((_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  expect(await send(scan, { url })).toEqual({ kind: "accepted", status: 200 });
});

test("any other status is a refusal with it", async () => {
  const { url, seen } = await receiver((_, response) => response.writeHead(503).end("Try later"));
  expect(await send(scan, { url })).toMatchObject({
    kind: "refused",
    status: 503,
    reply: { text: "Try later" },
  });
  expect(seen).toHaveLength(1);
});

test("a receiver that is off, silent, gone or unknown is told apart", async () => {
  const hanging = await receiver(() => {});
  const closing = await receiver((_, response) => response.destroy());
  const outcome = (url: string, timeoutMs = 30_000) => send(scan, { url }, { timeoutMs });
  expect(await outcome(hanging.url, 200)).toMatchObject({ kind: "unreachable", cause: "timeout" });
  expect(await outcome(closing.url)).toMatchObject({ kind: "unreachable", cause: "reset" });
  expect(await outcome("http://127.0.0.1:1/")).toMatchObject({ kind: "unreachable" });
  expect(await outcome("https://no-such-host.invalid/")).toMatchObject({ cause: "dns" });
});

test("a sending that is cancelled says so whatever the reason given, unless that is a time-out", async () => {
  const hanging = await receiver(() => {});
  const outcome = (signal: AbortSignal) => send(scan, { url: hanging.url }, { signal });
  for (const reason of [undefined, "the tab was left", new Error("the tab was left")]) {
    const abort = new AbortController();
    setTimeout(() => abort.abort(reason), 20);
    expect(await outcome(abort.signal)).toMatchObject({ kind: "unreachable", cause: "cancelled" });
  }
  expect(await outcome(AbortSignal.timeout(20))).toMatchObject({ cause: "timeout" });
});

test("nothing is sent when the switch is off, no receiver is set, or the address is not https", async () => {
  const never = () => Promise.reject(new Error("must not be called"));
  const to = { url: "https://example.com/" };
  expect(await send(scan, to, { enabled: false, fetch: never })).toEqual({ kind: "off" });
  expect(await send(scan, undefined, { fetch: never })).toEqual({ kind: "not-configured" });
  expect(await send(scan, { url: "http://example.com/" }, { fetch: never })).toMatchObject({
    kind: "unreachable",
    reason: expect.stringContaining("https"),
  });
});

test("a resend posts the kept body as it was", async () => {
  const { url, seen } = await receiver((_, response) => response.writeHead(204).end());
  await send('{ "any": "bytes" }', { url });
  expect(seen[0]!.body).toBe('{ "any": "bytes" }');
});
