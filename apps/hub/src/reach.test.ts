import { expect, test } from "vitest";
import { createReach } from "./reach.ts";
import { parseSettings } from "./settings/settings.ts";

const ports = { http: 8080, https: 8443 };
const lan = () => ["192.168.1.5", "fd00::5"];

function reachOf(args: string[], opened: { http: number; https?: number } = ports) {
  const parsed = parseSettings({ args, env: {}, readFile: () => undefined });
  if (!parsed.ok) throw new Error(parsed.reason);
  return createReach(parsed.settings, opened, { lan });
}

test("phones get the https address of the LAN, this machine gets localhost", () => {
  const reach = reachOf([]);
  expect(reach.dashboard()).toEqual(["http://localhost:8080", "https://192.168.1.5:8443"]);
  expect(reach.phones()).toEqual(["https://192.168.1.5:8443", "http://localhost:8080"]);
  expect(reach.help()).toBe("http://192.168.1.5:8080/phone");
  expect(reach.help("https://hub.local:8443")).toBe("http://hub.local:8080/phone");
  expect(reach.help("https://hub.local")).toBeUndefined();
  expect(reach.help("http://localhost:8080")).toBeUndefined();
  expect(reach.httpsBase("hub.local")).toBe("https://hub.local:8443");
});

test("on every address of both kinds, IPv6 ones stand in brackets", () => {
  expect(reachOf(["--host", "::"]).phones()).toContain("https://[fd00::5]:8443");
});

test("the usual ports are left out", () => {
  const reach = reachOf([], { http: 80, https: 443 });
  expect(reach.phones()).toEqual(["https://192.168.1.5", "http://localhost"]);
});

test("a hub kept to this machine has no address for phones", () => {
  const reach = reachOf(["--host", "127.0.0.1"]);
  expect(reach.phones()).toEqual(["http://localhost:8080"]);
  expect(reach.help()).toBeUndefined();
});

test("a hub on one address names that one", () => {
  const reach = reachOf(["--host", "10.0.0.7"]);
  expect(reach.dashboard()).toEqual(["https://10.0.0.7:8443"]);
  expect(reach.help()).toBe("http://10.0.0.7:8080/phone");
});

test("a public address goes first for phones; on a port of its own it has its own certificate", () => {
  const reach = reachOf(["--public-url", "https://scans.example.org"]);
  expect(reach.phones()[0]).toBe("https://scans.example.org");
  expect(reach.help()).toBeUndefined();
  const named = reachOf(["--public-url", "https://hub.example.org:8443"]);
  expect(named.help()).toBe("http://hub.example.org:8080/phone");
});

test("without TLS everything is http, and there is no CA to install", () => {
  const reach = reachOf(["--tls", "off"], { http: 8080 });
  expect(reach.phones()).toEqual(["http://192.168.1.5:8080", "http://localhost:8080"]);
  expect(reach.help()).toBeUndefined();
});
