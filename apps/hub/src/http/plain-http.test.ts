import { expect, test } from "vitest";
import { isLoopbackHost } from "./plain-http.ts";

test.each([
  ["localhost", true],
  ["localhost:8080", true],
  ["LOCALHOST:8080", true],
  ["hub.localhost:8080", true],
  ["127.0.0.1:8080", true],
  ["127.9.9.9", true],
  ["[::1]:8080", true],
  ["192.168.1.5:8080", false],
  ["localhost.example.org", false],
  ["127.0.0.1.example.org", false],
  ["evil.org:80#localhost", false],
  ["[fe80::1]", false],
  ["", false],
  ["%%%", false],
])("the host %j names this machine: %s", (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
