import { expect, test } from "vitest";
import { findScope } from "./scope.ts";

// IANA IPv4 and IPv6 Special-Purpose Address Registries.
test.each([
  ["0.0.0.0", "none"],
  ["::", "none"],
  ["127.8.0.1", "loopback"],
  ["::1", "loopback"],
  ["169.254.3.4", "link"],
  ["fe80::1", "link"],
  ["10.1.2.3", "private"],
  ["172.31.255.255", "private"],
  ["172.32.0.1", "public"],
  ["192.168.1.5", "private"],
  ["100.100.1.1", "private"],
  ["fd12:3456::1", "private"],
  ["93.184.216.34", "public"],
  ["2606:2800:220:1::1", "public"],
])("%s has the scope %s", (address, scope) => {
  expect(findScope(address)).toBe(scope);
});
