import fc from "fast-check";
import { expect, test } from "vitest";
import { createPeerCheck, readGroupsHeader, readPersonHeader } from "./proxy-headers.ts";

test.each([
  ["127.0.0.1", ["127.0.0.1"], true],
  ["::ffff:127.0.0.1", ["127.0.0.1"], true],
  ["127.0.0.2", ["127.0.0.1"], false],
  ["10.1.2.3", ["192.168.0.0/16", "10.1.0.0/16"], true],
  ["10.2.2.3", ["10.1.0.0/16"], false],
  ["fd00::5", ["fd00::/8"], true],
  ["fe80::1%eth0", ["fe80::1"], true],
  ["::1", ["127.0.0.1"], false],
  ["127.0.0.1", ["::ffff:127.0.0.1"], true],
  // 6to4, NAT64 and Teredo addresses that hold 127.0.0.1 belong to others.
  ["2002:7f00:1::", ["127.0.0.1", "10.0.0.0/8"], false],
  ["64:ff9b::7f00:1", ["127.0.0.1"], false],
  ["2001::80ff:fffe", ["127.0.0.1"], false],
  ["::127.0.0.1", ["127.0.0.1"], false],
  ["2130706433", ["127.0.0.1"], false],
  ["127.1", ["127.0.0.1"], false],
  ["", ["0.0.0.0/0", "::/0"], false],
  [undefined, ["0.0.0.0/0", "::/0"], false],
])("a peer at %j is in %j: %j", (address, ranges, expected) => {
  expect(createPeerCheck(ranges)(address)).toBe(expected);
});

test("an IPv4 address is in a range exactly if their first bits are the same", () => {
  const anyAddress = fc.tuple(...[1, 2, 3, 4].map(() => fc.nat(255)));
  const toNumber = (bytes: number[]) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  fc.assert(
    fc.property(anyAddress, anyAddress, fc.nat(32), (peer, network, bits) => {
      const size = 2 ** (32 - bits);
      const isSame = Math.floor(toNumber(peer) / size) === Math.floor(toNumber(network) / size);
      const isPeer = createPeerCheck([`${network.join(".")}/${bits}`]);
      expect(isPeer(peer.join("."))).toBe(isSame);
      expect(isPeer(`::ffff:${peer.join(".")}`)).toBe(isSame);
    }),
  );
});

test("a header with one name is read as UTF-8", () => {
  expect(readPersonHeader(["ada"])).toBe("ada");
  expect(readPersonHeader([" ada@example.com "])).toBe("ada@example.com");
  expect(readPersonHeader([Buffer.from("Zoë").toString("latin1")])).toBe("Zoë");
});

test("a header that does not hold exactly one name names nobody", () => {
  for (const values of [
    [],
    [""],
    [" "],
    ["ada", "eve"],
    ["ada", "ada"],
    ["ada, eve"],
    ["ada,ada"],
    ["\xff"],
    ["a\tb"],
    ["x".repeat(201)],
  ])
    expect(readPersonHeader(values)).toBe(undefined);
});

test("groups have commas or | between, and a header that came twice gives none", () => {
  expect(readGroupsHeader(["staff, door|bosses,,"])).toEqual(["staff", "door", "bosses"]);
  expect(readGroupsHeader([""])).toEqual([]);
  expect(readGroupsHeader([])).toEqual([]);
  expect(readGroupsHeader(["staff", "bosses"])).toEqual([]);
});
