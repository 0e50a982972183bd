import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type SendStep, send } from "./send.ts";
import { serializeScan } from "./serialize-scan.ts";

const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "ä" };
type ReceivedRequest = { method: string; headers: IncomingMessage["headers"]; body: string };
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

/** Starts an HTTP server that responds as the test defines and records the requests it receives. */
async function startReceiver(
  respond: (request: ReceivedRequest, response: ServerResponse) => void,
) {
  const receivedRequests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", headers } = request;
    const received = { method, headers, body };
    receivedRequests.push(received);
    respond(received, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`,
    receivedRequests,
  };
}

/** A receiver with the user "desk" and the password "geheimß!". */
function startChallengingReceiver(challenge = 'Basic realm="scans"') {
  return startReceiver(({ headers }, response) => {
    const isRight = headers.authorization === "Basic ZGVzazpnZWhlaW3DnyE=";
    response.writeHead(isRight ? 204 : 401, isRight ? {} : { "www-authenticate": challenge }).end();
  });
}

test("sends a scan as one POST with a content length and no charset in the content type", async () => {
  const { url, receivedRequests } = await startReceiver((_, response) =>
    response.writeHead(204).end(),
  );
  expect(await send(scan, { url, user: "desk", password: "geheimß!" })).toEqual({
    kind: "accepted",
    status: 204,
  });
  const body = serializeScan(scan);
  expect(receivedRequests).toEqual([{ method: "POST", body, headers: expect.any(Object) }]);
  const headers = receivedRequests[0]?.headers;
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(new TextEncoder().encode(body).length),
  });
  expect(headers).not.toHaveProperty("authorization");
  expect(headers).not.toHaveProperty("transfer-encoding");
});

test.each([
  ["/in/room", "/in/room?quantity=12"],
  ["/in/room?token", "/in/room?token&quantity=12"],
  ["/in/room?quantity=1&a=b%20c", "/in/room?a=b+c&quantity=12"],
])("adds parameters to the receiver URL %s, and leaves the body as it is", async (path, asked) => {
  const requests: { url: string; body: string }[] = [];
  const challenge = { "www-authenticate": 'Basic realm="scans"' };
  const outcome = await send(
    scan,
    { url: `https://receiver.example${path}`, user: "desk", password: "geheim" },
    {
      query: { quantity: "12" },
      fetch: async (url, init) => {
        const request = new Request(url, init);
        requests.push({ url: request.url, body: await request.text() });
        return requests.length === 1
          ? new Response("", { status: 401, headers: challenge })
          : new Response("", { status: 200 });
      },
    },
  );
  expect(outcome.kind).toBe("accepted");
  const sent = { url: `https://receiver.example${asked}`, body: serializeScan(scan) };
  expect(requests).toEqual([sent, sent]);
});

test("responds to a Basic challenge once, and starts every scan without credentials", async () => {
  const { url, receivedRequests } = await startChallengingReceiver();
  const receiver = { url, user: "desk", password: "geheimß!" };
  const steps: SendStep[] = [];
  for (const onStep of [(step: SendStep) => steps.push(step), () => {}]) {
    expect(await send(scan, receiver, { onStep })).toEqual({ kind: "accepted", status: 204 });
  }
  expect(receivedRequests.map(({ headers }) => Boolean(headers.authorization))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(new Set(receivedRequests.map(({ body }) => body))).toEqual(new Set([serializeScan(scan)]));
  expect(steps.map(({ step }) => step)).toEqual(["request", "challenge", "retry", "answer"]);
  expect(steps[1]).toMatchObject({ scheme: "basic", realm: "scans" });
});

test("treats a second 401 as a refusal and sends no third request", async () => {
  const { url, receivedRequests } = await startChallengingReceiver();
  expect(await send(scan, { url, user: "desk", password: "wrong" })).toMatchObject({
    kind: "refused",
    status: 401,
    reason: expect.stringContaining("did not accept"),
    logIn: { problem: "wrong" },
  });
  expect(receivedRequests).toHaveLength(2);
});

test("says that a page cannot see the challenge of another origin, if there is one", async () => {
  // Fetch gives a page such a response if another origin exposes no header.
  const hidden = Object.defineProperty(new Response("", { status: 401 }), "type", {
    value: "cors",
  });
  const receiver = { url: "https://receiver.example/", user: "desk", password: "geheim" };
  const outcome = await send(scan, receiver, { fetch: async () => hidden });
  expect(outcome).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("Access-Control-Expose-Headers: WWW-Authenticate"),
    logIn: { problem: "hidden" },
  });
});

test("refuses a challenge with a reason if it has no credentials or the scheme is not Basic", async () => {
  const { url, receivedRequests } = await startChallengingReceiver();
  expect(await send(scan, { url })).toMatchObject({
    reason: expect.stringContaining("none were given"),
    logIn: { problem: "missing" },
  });
  expect(receivedRequests).toHaveLength(1);
  const bearerReceiver = await startChallengingReceiver("Bearer");
  expect(await send(scan, { url: bearerReceiver.url, user: "a", password: "b" })).toMatchObject({
    kind: "refused",
    reason: expect.stringContaining("bearer"),
    logIn: { problem: "other-scheme", scheme: "bearer" },
  });
  expect(bearerReceiver.receivedRequests).toHaveLength(1);
});

test("treats a redirect as a refusal with its location and sends nothing there", async () => {
  const redirectTarget = await startChallengingReceiver();
  const { url } = await startReceiver((_, response) =>
    response.writeHead(307, { location: redirectTarget.url }).end(),
  );
  expect(await send(scan, { url, user: "desk", password: "geheimß!" })).toMatchObject({
    kind: "refused",
    status: 307,
    location: redirectTarget.url,
  });
  expect(redirectTarget.receivedRequests).toEqual([]);
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
])("reads a %s reply of %s as %o", async (type, body, reply) => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { "content-type": type }).end(body),
  );
  expect(await send(scan, { url })).toEqual({
    kind: "accepted",
    status: 200,
    ...(reply ? { reply } : {}),
  });
});

test("a scan stays accepted when the reply breaks off", async () => {
  const { url } = await startReceiver((_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
    response.write("half", () => response.destroy());
  });
  expect(await send(scan, { url })).toEqual({ kind: "accepted", status: 200 });
});

test("treats any other status as a refusal with that status", async () => {
  const { url, receivedRequests } = await startReceiver((_, response) =>
    response.writeHead(503).end("Try later"),
  );
  expect(await send(scan, { url })).toMatchObject({
    kind: "refused",
    status: 503,
    reply: { text: "Try later" },
  });
  expect(receivedRequests).toHaveLength(1);
});

test("distinguishes timeouts, closed connections, closed ports and unknown hosts", async () => {
  const hangingReceiver = await startReceiver(() => {});
  const closingReceiver = await startReceiver((_, response) => response.destroy());
  const sendTo = (url: string, timeoutMs = 30_000) => send(scan, { url }, { timeoutMs });
  expect(await sendTo(hangingReceiver.url, 200)).toMatchObject({
    kind: "unreachable",
    cause: "timeout",
  });
  expect(await sendTo(closingReceiver.url)).toMatchObject({ kind: "unreachable", cause: "reset" });
  expect(await sendTo("http://127.0.0.1:1/")).toMatchObject({ kind: "unreachable" });
  expect(await sendTo("https://no-such-host.invalid/")).toMatchObject({ cause: "dns" });
});

test("an aborted signal means cancelled for any reason but a timeout", async () => {
  const hangingReceiver = await startReceiver(() => {});
  const sendTo = (signal: AbortSignal) => send(scan, { url: hangingReceiver.url }, { signal });
  for (const reason of [undefined, "the tab was left", new Error("the tab was left")]) {
    const abort = new AbortController();
    setTimeout(() => abort.abort(reason), 20);
    expect(await sendTo(abort.signal)).toMatchObject({ kind: "unreachable", cause: "cancelled" });
  }
  expect(await sendTo(AbortSignal.timeout(20))).toMatchObject({ cause: "timeout" });
});

test("a timeout is reported as one even if the browser names it a cancellation", async () => {
  // Chrome before 124 names it so.
  const fetchLikeChrome111: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener("abort", () =>
        reject(new DOMException("The user aborted a request.", "AbortError")),
      );
    });
  const receiver = { url: "https://example.com/" };
  expect(await send(scan, receiver, { fetch: fetchLikeChrome111, timeoutMs: 20 })).toMatchObject({
    kind: "unreachable",
    cause: "timeout",
  });
});

test("sends nothing when the switch is off, no receiver is set or the URL is not https", async () => {
  const failingFetch = () => Promise.reject(new Error("fetch must not be called"));
  const receiver = { url: "https://example.com/" };
  expect(await send(scan, receiver, { enabled: false, fetch: failingFetch })).toEqual({
    kind: "off",
  });
  expect(await send(scan, undefined, { fetch: failingFetch })).toEqual({ kind: "not-configured" });
  expect(await send(scan, { url: "http://example.com/" }, { fetch: failingFetch })).toMatchObject({
    kind: "unreachable",
    reason: expect.stringContaining("https"),
  });
});

test("posts a stored body unchanged", async () => {
  const { url, receivedRequests } = await startReceiver((_, response) =>
    response.writeHead(204).end(),
  );
  await send('{ "any": "bytes" }', { url });
  expect(receivedRequests).toMatchObject([{ body: '{ "any": "bytes" }' }]);
});
