import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { CapacitorHttp, HttpOptions, HttpResponse } from "@capacitor/core";
import { send } from "@scanhook/webhook";
import { afterEach, expect, test } from "vitest";
import { createNativeFetch } from "./receiver-fetch.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content: "ä" };
type ReceivedRequest = { headers: IncomingMessage["headers"]; body: string };

async function startReceiver(
  respond: (received: ReceivedRequest, response: ServerResponse) => void,
) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    requests.push({ headers: incoming.headers, body: await text(incoming) });
    respond(requests.at(-1)!, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`, requests };
}

/** Creates a native side that sends requests and, like both systems, returns parsed JSON. `overrides` replaces parts of its response. */
function createFakeHttp(overrides: Partial<HttpResponse> = {}) {
  const calls: (HttpOptions | "clearAllCookies")[] = [];
  const http: Pick<typeof CapacitorHttp, "request"> = {
    request(options) {
      calls.push(options);
      return new Promise((resolve, reject) => {
        const { method, headers, data } = options;
        const outgoing = request(options.url, { method, headers }, async (response) => {
          const body = await text(response);
          const isJson = response.headers["content-type"]?.includes("application/json");
          resolve({
            status: response.statusCode!,
            headers: response.headers as Record<string, string>,
            url: options.url,
            data: isJson ? JSON.parse(body) : body,
            ...overrides,
          });
        });
        outgoing.on("error", reject).end(data);
      });
    },
  };
  const cookies = {
    async clearAllCookies() {
      calls.push("clearAllCookies");
    },
  };
  return { fetch: createNativeFetch(http, cookies), calls };
}

test("a scan is posted without cookies, and again with credentials after a challenge", async () => {
  const { url, requests } = await startReceiver(({ headers }, response) => {
    if (headers.authorization) response.writeHead(204).end();
    else {
      const challenge = { "WWW-Authenticate": 'Basic realm="scans"', "Set-Cookie": "a=b" };
      response.writeHead(401, challenge).end();
    }
  });
  const { fetch, calls } = createFakeHttp();
  const receiver = { url, user: "desk", password: "geheimß!" };
  expect(await send(scan, receiver, { fetch })).toEqual({ kind: "accepted", status: 204 });
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    "Basic ZGVzazpnZWhlaW3DnyE=",
  ]);
  expect(requests[0]!.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(requests[1]!.body)).toEqual(scan);
  expect(requests[1]!.body).toBe(requests[0]!.body);
  expect(calls).toMatchObject([
    "clearAllCookies",
    { url, method: "POST", disableRedirects: true, responseType: "text", connectTimeout: 15_000 },
    "clearAllCookies",
    { headers: { "Content-Type": "application/json" }, readTimeout: 15_000 },
  ]);
});

test("a redirect is reported and not followed", async () => {
  const { url, requests } = await startReceiver((_, response) =>
    response.writeHead(307, { location: "https://elsewhere.example/" }).end(),
  );
  expect(await send(scan, { url }, { fetch: createFakeHttp().fetch })).toMatchObject({
    kind: "refused",
    status: 307,
    location: "https://elsewhere.example/",
  });
  expect(requests).toHaveLength(1);
});

test.each([
  ["text/plain", "Welcome", { text: "Welcome", warning: false }],
  [
    "application/json",
    '{"ok":false,"message":"Already in"}',
    { text: "Already in", warning: true },
  ],
  ["application/json", '"only text"', undefined],
  ["application/json", "17", undefined],
])(
  "a reply in %s with the body %s gives the same outcome as in a browser",
  async (type, body, reply) => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(200, { "content-type": type }).end(body),
    );
    expect(await send(scan, { url }, { fetch: createFakeHttp().fetch })).toEqual({
      kind: "accepted",
      status: 200,
      ...(reply ? { reply } : {}),
    });
  },
);

test("Foundation's message about an invalid JSON response is no reply", async () => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(201, { "content-type": "application/json" }).end("{}"),
  );
  const { fetch } = createFakeHttp({
    data: "The data couldn’t be read because it isn’t in the correct format.",
  });
  expect(await send(scan, { url }, { fetch })).toEqual({ kind: "accepted", status: 201 });
});

// Classes and messages of Android 16, and Foundation's messages in English.
test.each([
  ["UnknownHostException", 'Unable to resolve host "no.such.example"', "dns"],
  ["ConnectException", "Failed to connect to /192.0.2.1:443", "refused"],
  ["SocketTimeoutException", "timeout", "timeout"],
  ["SSLHandshakeException", "Trust anchor for certification path not found.", "tls"],
  ["IOException", "unexpected end of stream on com.android.okhttp.Address@1f", "reset"],
  ["NoRouteToHostException", "No route to host", "network"],
  ["NSURLErrorDomain", "A server with the specified hostname could not be found.", "dns"],
  ["NSURLErrorDomain", "Could not connect to the server.", "refused"],
  ["NSURLErrorDomain", "The request timed out.", "timeout"],
  ["NSURLErrorDomain", "The network connection was lost.", "reset"],
  [
    "NSURLErrorDomain",
    "The certificate for this server is invalid. You might be connecting to a server that is pretending to be “hub.local” which could put your confidential information at risk.",
    "tls",
  ],
  [
    "NSURLErrorDomain",
    "An SSL error has occurred and a secure connection to the server cannot be made.",
    "tls",
  ],
  ["NSURLErrorDomain", "The Internet connection appears to be offline.", "network"],
  ["", "", "network"],
])("the error %s with “%s” has the cause %s", async (code, message, cause) => {
  const http = { request: () => Promise.reject(Object.assign(new Error(message), { code })) };
  const fetch = createNativeFetch(http, { clearAllCookies: async () => {} });
  const outcome = await send(scan, { url: "https://hub.local/in/scans" }, { fetch });
  expect(outcome).toMatchObject({ kind: "unreachable", cause });
});

test("a silent receiver times out, and an aborted request ends immediately", async () => {
  const http = { request: () => new Promise<never>(() => {}) };
  const fetch = createNativeFetch(http, { clearAllCookies: async () => {} });
  const receiver = { url: "https://hub.local/" };
  expect(await send(scan, receiver, { fetch, timeoutMs: 20 })).toMatchObject({ cause: "timeout" });
  const control = new AbortController();
  const abortedSend = send(scan, receiver, { fetch, signal: control.signal });
  control.abort();
  expect(await abortedSend).toMatchObject({ cause: "cancelled" });
});
