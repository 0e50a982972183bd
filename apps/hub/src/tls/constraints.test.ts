import fc from "fast-check";
import { expect, test } from "vitest";
import { createConstraints, isPermitted } from "./constraints.ts";
import { decodeConstraints, encodeConstraints } from "./constraints-der.ts";

test("private names and addresses are permitted, public ones are not", () => {
  const constraints = createConstraints([], {});
  const permitted = [
    "localhost",
    "pi.local",
    "hub.home.arpa",
    "nas.lan",
    "127.0.0.1",
    "::1",
    "10.1.2.3",
  ];
  const permittedAddresses = ["172.31.255.255", "192.168.0.1", "100.100.1.1", "fd00::2", "fe80::1"];
  const rejected = [
    "example.com",
    "evil-local",
    "xlocal",
    "com",
    "172.32.0.1",
    "8.8.8.8",
    "2001:db8::1",
  ];
  for (const name of [...permitted, ...permittedAddresses])
    expect([name, isPermitted(name, constraints)]).toEqual([name, true]);
  for (const name of rejected)
    expect([name, isPermitted(name, constraints)]).toEqual([name, false]);
});

test("the machine's own names are permitted, and a host called dev does not permit all of .dev", () => {
  const constraints = createConstraints(["dev", "pi-4", "hub.example.com"], {});
  expect(constraints.excluded).toEqual([".dev"]);
  expect(isPermitted("dev", constraints)).toBe(true);
  expect(isPermitted("web.dev", constraints)).toBe(false);
  expect(isPermitted("hub.example.com", constraints)).toBe(true);
  expect(isPermitted("example.com", constraints)).toBe(false);
});

test("a public address of this machine permits its whole network, for the next lease", () => {
  const lanInterface = {
    address: "203.0.113.9",
    netmask: "",
    mac: "",
    internal: false,
    family: "IPv4" as const,
  };
  const constraints = createConstraints(["203.0.113.9", "198.51.100.1"], {
    eth0: [{ ...lanInterface, cidr: "203.0.113.9/24" }],
  });
  expect(isPermitted("203.0.113.77", constraints)).toBe(true);
  expect(isPermitted("203.0.114.1", constraints)).toBe(false);
  expect(isPermitted("198.51.100.1", constraints)).toBe(true);
  expect(isPermitted("198.51.100.2", constraints)).toBe(false);
});

test("the bytes are those of the example in RFC 5280, 4.2.1.10", () => {
  // "the subnet 192.0.2.0/24 is encoded as C0 00 02 00 FF FF FF 00"
  const der = encodeConstraints({ permitted: ["192.0.2.9/24", "pi"], excluded: [".pi"] });
  expect(Buffer.from(der).toString("hex")).toBe(
    [
      "301d",
      "a012",
      "300a8708c0000200ffffff00",
      "30048202",
      "7069",
      "a107",
      "30058203",
      "2e7069",
    ].join(""),
  );
});

test("constraints survive a round trip through their bytes", () => {
  const range4 = fc
    .tuple(fc.ipV4(), fc.integer({ min: 1, max: 32 }))
    .map(([ip, prefix]) => `${network(ip, prefix)}/${prefix}`);
  const range6 = fc.constantFrom("fc00::/7", "::1/128", "fe80::/10", "2001:db8:1::/48");
  const entries = fc.array(fc.oneof(fc.domain(), range4, range6), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(entries, fc.array(fc.domain()), (permitted, excluded) => {
      const constraints = { permitted, excluded };
      expect(decodeConstraints(encodeConstraints(constraints))).toEqual(constraints);
    }),
  );
});

test("bytes that are not constraints are rejected and never read in part", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      try {
        const constraints = decodeConstraints(bytes);
        for (const entry of [...constraints.permitted, ...constraints.excluded])
          expect(entry).toBeTypeOf("string");
      } catch (error) {
        expect(String(error)).toMatch(/Name constraints/);
      }
    }),
  );
});

function network(ip: string, prefix: number): string {
  const bits = ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const networkBits = Math.floor(bits / 2 ** (32 - prefix)) * 2 ** (32 - prefix);
  return [24, 16, 8, 0].map((shift) => Math.floor(networkBits / 2 ** shift) % 256).join(".");
}
