import { request } from "node:http";
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { startTestHub, type TestHub } from "../testing/test-hub.ts";

function fetchStatus(
  { hub }: TestHub,
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const target = { port: hub.httpPort, host: "127.0.0.1", path, headers, method };
  request(target, (response) => {
    response.resume();
    resolve(response.statusCode!);
  })
    .on("error", reject)
    .end();
  return promise;
}

const ownerPaths = ["/", "/api/session", "/api/scans", "/sso/login", "/metrics"];
const publicPaths = ["/in/scans", "/scan/pair", "/healthz", "/readyz"];

test("without TLS, the dashboard and the API refuse a name that a page on the internet could have", async () => {
  await using hub = await startTestHub("--tls", "off");
  for (const host of [
    "evil.example",
    "evil.example:8080",
    "local.evil.example",
    "localhost.evil.example",
  ]) {
    for (const path of ownerPaths)
      expect([host, path, await fetchStatus(hub, path, { host })]).toEqual([host, path, 421]);
    for (const path of publicPaths)
      expect([host, path, await fetchStatus(hub, path, { host }, "POST")]).not.toEqual([
        host,
        path,
        421,
      ]);
  }
});

test.each([
  "localhost",
  "127.0.0.1:8080",
  "192.168.1.5",
  "[fd00::1]:8080",
  "raspberrypi",
  "raspberrypi.local",
  "Hub.LAN:80",
  "hub.home.arpa",
  "hub.internal",
  "scans.example.com",
  `${hostname()}:8080`,
])("without TLS, %s is accepted as a name of the hub", async (host) => {
  await using hub = await startTestHub("--tls", "off", "--public-url", "https://scans.example.com");
  expect(await fetchStatus(hub, "/api/session", { host })).toBe(200);
});

test("a trusted proxy decides which names it serves, and another machine cannot pose as one", async () => {
  const relayed = { host: "hub.example", "x-forwarded-for": "203.0.113.9" };
  await using behindProxy = await startTestHub("--tls", "off", "--trust-proxy", "loopback");
  expect(await fetchStatus(behindProxy, "/api/session", relayed)).toBe(200);
  await using elsewhere = await startTestHub("--tls", "off", "--trust-proxy", "10.0.0.1");
  expect(await fetchStatus(elsewhere, "/api/session", relayed)).toBe(421);
});
