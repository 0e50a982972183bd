import { expect, test } from "vitest";
import { parseSettings } from "../settings/settings.ts";
import { createHubUrls } from "./hub-urls.ts";

const ports = { http: 8080, https: 8443 };
const lan = () => ["192.168.1.5", "fd00::5"];

function urlsFor(args: string[], opened: { http: number; https?: number } = ports) {
  const parsed = parseSettings({ args, env: {}, readFile: () => undefined });
  if (!parsed.ok) throw new Error(parsed.reason);
  return createHubUrls(parsed.settings, opened, { lan });
}

test("phones get the https URL on the LAN, and this machine gets localhost", () => {
  const urls = urlsFor([]);
  expect(urls.dashboard()).toEqual(["http://localhost:8080", "https://192.168.1.5:8443"]);
  expect(urls.phones()).toEqual(["https://192.168.1.5:8443", "http://localhost:8080"]);
  expect(urls.phoneHelp()).toBe("http://192.168.1.5:8080/phone");
  expect(urls.phoneHelp("https://hub.local:8443")).toBe("http://hub.local:8080/phone");
  expect(urls.phoneHelp("https://hub.local")).toBeUndefined();
  expect(urls.phoneHelp("http://localhost:8080")).toBeUndefined();
  expect(urls.httpsBase("hub.local")).toBe("https://hub.local:8443");
});

test("IPv6 addresses are in brackets", () => {
  expect(urlsFor(["--host", "::"]).phones()).toContain("https://[fd00::5]:8443");
});

test("default ports are left out", () => {
  const urls = urlsFor([], { http: 80, https: 443 });
  expect(urls.phones()).toEqual(["https://192.168.1.5", "http://localhost"]);
});

test("a hub that listens on loopback only has no URL for phones", () => {
  const urls = urlsFor(["--host", "127.0.0.1"]);
  expect(urls.phones()).toEqual(["http://localhost:8080"]);
  expect(urls.phoneHelp()).toBeUndefined();
});

test("a hub that listens on another loopback address is not reached as localhost", () => {
  const urls = urlsFor(["--host", "127.0.0.2"]);
  expect(urls.dashboard()).toEqual(["http://127.0.0.2:8080"]);
  expect(urls.phones()).toEqual(["http://127.0.0.2:8080"]);
  expect(urls.phoneHelp()).toBeUndefined();
});

test("a hub that listens on one address has URLs with that address", () => {
  const urls = urlsFor(["--host", "10.0.0.7"]);
  expect(urls.dashboard()).toEqual(["https://10.0.0.7:8443"]);
  expect(urls.phoneHelp()).toBe("http://10.0.0.7:8080/phone");
});

test("a public URL comes first for phones, and has a help page only on the hub's own HTTPS port", () => {
  const urls = urlsFor(["--public-url", "https://scans.example.org"]);
  expect(urls.phones()[0]).toBe("https://scans.example.org");
  expect(urls.phoneHelp()).toBeUndefined();
  const named = urlsFor(["--public-url", "https://hub.example.org:8443"]);
  expect(named.phoneHelp()).toBe("http://hub.example.org:8080/phone");
});

test("without TLS every URL is http and there is no help page", () => {
  const urls = urlsFor(["--tls", "off"], { http: 8080 });
  expect(urls.phones()).toEqual(["http://192.168.1.5:8080", "http://localhost:8080"]);
  expect(urls.phoneHelp()).toBeUndefined();
});
