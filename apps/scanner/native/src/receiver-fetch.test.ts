import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { CapacitorHttp, HttpOptions, HttpResponse } from "@capacitor/core";
import { send, verdictType } from "@scanhook/webhook";
import { afterEach, expect, test } from "vitest";
import { createNativeFetch } from "./receiver-fetch.ts";
import { type System, toPluginData } from "./testing/plugin-data.ts";

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

/**
 * Creates the native side of a system, which sends requests. `overrides` replaces parts of its
 * response.
 */
function createFakeHttp(overrides: Partial<HttpResponse> = {}, system: System = "android") {
  const calls: (HttpOptions | "clearAllCookies")[] = [];
  const http: Pick<typeof CapacitorHttp, "request"> = {
    request(options) {
      calls.push(options);
      return new Promise((resolve, reject) => {
        const { method, headers, data } = options;
        const outgoing = request(options.url, { method, headers }, async (response) => {
          const body = await text(response);
          const status = response.statusCode!;
          const type = response.headers["content-type"];
          resolve({
            status,
            headers: response.headers as Record<string, string>,
            url: options.url,
            data: toPluginData(system, { status, type, body }),
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
  // The system names no language of the app.
  expect(requests[0]!.headers["accept-language"]).toMatch(/^en\b/);
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

const systems: readonly System[] = ["android", "ios"];
const message = '{"ok":false,"message":"Already in"}';
const refused = JSON.stringify({
  verdict: { result: "no", code: "unknown", word: "UNKNOWN", text: "Nobody has this ticket" },
});
const replies: readonly (readonly [type: string | undefined, body: string])[] = [
  ["text/plain", "Welcome"],
  [undefined, message],
  ["application/json", message],
  ["Application/JSON; charset=utf-8", message],
  ["application/problem+json", message],
  ["application/vnd.api+json", message],
  ["text/json", message],
  ["application/json", '"only text"'],
  ["application/json", "17"],
  ["application/json", "null"],
  ["application/json", ""],
  ["application/json", "{ no JSON"],
  [verdictType, refused],
  [verdictType, `\r\n${refused}\r\n`],
  ["application/json", refused],
];

test.each(
  systems.flatMap((system) =>
    [200, 422].flatMap((status) => replies.map((reply) => [system, status, ...reply] as const)),
  ),
)(
  "on %s, status %i in %s with the body %j gives the same outcome as in a browser",
  async (system, status, type, body) => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body),
    );
    const outcome = await send(scan, { url }, { fetch: createFakeHttp({}, system).fetch });
    expect(outcome).toEqual(await send(scan, { url }));
  },
);

test.each(systems)("on %s a verdict is read, refusals too", async (system) => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(200, { "content-type": verdictType }).end(refused),
  );
  const { fetch } = createFakeHttp({}, system);
  const outcome = await send(scan, { url }, { fetch });
  expect(outcome).toMatchObject({ kind: "accepted", verdict: { result: "no", word: "UNKNOWN" } });
});

test("Foundation's message about an invalid JSON response is no reply", async () => {
  const { url } = await startReceiver((_, response) =>
    response.writeHead(201, { "content-type": "application/json" }).end("{}"),
  );
  const { fetch } = createFakeHttp({
    data: "The data couldn’t be read because it isn’t in the correct format.",
  });
  expect(await send(scan, { url }, { fetch })).toEqual({ kind: "accepted", status: 201 });
});

// Classes and messages of Android 16, and Foundation's codes with its messages in German, as
// ios/HttpPlugin.swift passes them on.
test.each([
  ["UnknownHostException", 'Unable to resolve host "no.such.example"', "dns"],
  ["ConnectException", "Failed to connect to /192.0.2.1:443", "refused"],
  ["SocketTimeoutException", "timeout", "timeout"],
  ["SSLHandshakeException", "Trust anchor for certification path not found.", "tls"],
  ["IOException", "unexpected end of stream on com.android.okhttp.Address@1f", "reset"],
  ["NoRouteToHostException", "No route to host", "network"],
  ["NSURLErrorDomain -1003", "Ein Server mit diesem Hostnamen wurde nicht gefunden.", "dns"],
  ["NSURLErrorDomain -1006", "Ein Server mit diesem Hostnamen wurde nicht gefunden.", "dns"],
  ["NSURLErrorDomain -1004", "Verbindung zum Server konnte nicht hergestellt werden.", "refused"],
  ["NSURLErrorDomain -1001", "Zeitüberschreitung bei der Anforderung.", "timeout"],
  ["NSURLErrorDomain -1005", "Die Netzwerkverbindung wurde unterbrochen.", "reset"],
  ["NSURLErrorDomain -1202", "Das Zertifikat für diesen Server ist ungültig.", "tls"],
  ["NSURLErrorDomain -1200", "Ein SSL-Fehler ist aufgetreten.", "tls"],
  ["NSURLErrorDomain -1009", "Es besteht anscheinend keine Verbindung zum Internet.", "network"],
  ["NSPOSIXErrorDomain", "Die Verbindung wurde zurückgesetzt.", "network"],
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
