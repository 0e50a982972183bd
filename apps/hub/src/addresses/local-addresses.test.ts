import { isIP } from "node:net";
import type { NetworkInterfaceInfo } from "node:os";
import fc from "fast-check";
import { expect, test } from "vitest";
import { certificateNames, lanAddresses, normalizeHost } from "./local-addresses.ts";

test("LAN addresses start with the likeliest and leave out loopback, link-local and public IPv6", () => {
  const interfaces = {
    lo: [interfaceWith("127.0.0.1/8", true), interfaceWith("::1/128", true)],
    docker0: [interfaceWith("172.17.0.1/16")],
    eth0: [
      interfaceWith("203.0.113.9/24"),
      interfaceWith("fe80::1/64"),
      interfaceWith("2001:db8::7/64"),
      interfaceWith("fd12::7/64"),
    ],
    wlan0: [interfaceWith("192.168.178.20/24"), interfaceWith("169.254.3.4/16")],
    "br-0a1b2c3d4e5f": [interfaceWith("10.9.0.1/16")],
  };
  expect(lanAddresses(interfaces)).toEqual([
    "192.168.178.20",
    "203.0.113.9",
    "fd12::7",
    "172.17.0.1",
    "10.9.0.1",
  ]);
});

test("a certificate names localhost, the host in each of its forms, loopback and the LAN addresses", () => {
  const names = certificateNames([], {
    hostname: "Pi.fritz.box",
    interfaces: { eth0: [interfaceWith("192.168.178.20/24")] },
  });
  expect(names).toEqual([
    ...["localhost", "pi.fritz.box", "pi", "pi.local"],
    ...["127.0.0.1", "::1", "192.168.178.20"],
  ]);
});

test("extra names are normalized and added once, and invalid ones are dropped", () => {
  const machine = { hostname: "pi", interfaces: {} };
  const extra = [
    "Scans.Example.com.",
    "scans.example.com",
    "FD00:0:0::1",
    "fd00::1",
    "a b",
    "",
    "pi",
  ];
  expect(certificateNames(extra, machine)).toEqual([
    ...["localhost", "pi", "pi.local", "127.0.0.1", "::1"],
    ...["scans.example.com", "fd00::1"],
  ]);
});

test("a host name that no browser can use is left out", () => {
  for (const hostname of ["Jane's MacBook", "12345", "box.10", "-pi", "a_b", ""]) {
    expect(certificateNames([], { hostname, interfaces: {} })).toEqual([
      "localhost",
      "127.0.0.1",
      "::1",
    ]);
  }
  expect(normalizeHost("müller-pc")).toBe("xn--mller-pc-65a");
});

test("a URL can hold every returned name unchanged", () => {
  const anyHost = fc.oneof(
    fc.string(),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(anyHost, fc.array(anyHost, { maxLength: 2 }), (hostname, extra) => {
      const names = certificateNames(extra, { hostname, interfaces: {} });
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) {
        const host = isIP(name) === 6 ? `[${name}]` : name;
        expect(new URL(`https://${host}/`).hostname).toBe(host);
        expect(normalizeHost(name)).toBe(name);
      }
    }),
  );
});

function interfaceWith(cidr: string, internal = false): NetworkInterfaceInfo {
  const address = cidr.split("/")[0] ?? "";
  const common = { address, netmask: "", mac: "", internal, cidr };
  return isIP(address) === 4
    ? { ...common, family: "IPv4" }
    : { ...common, family: "IPv6", scopeid: 0 };
}
