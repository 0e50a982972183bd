import { isIP } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { classify } from "./address-classes.ts";

const classOf = (address: string) => classify(address).class;

/**
 * IANA IPv4 Special-Purpose Address Registry: each block by its first and last address, as of 2026.
 */
const iana4: readonly [string, string, "private" | "never"][] = [
  ["0.0.0.0", "0.255.255.255", "never"],
  ["10.0.0.0", "10.255.255.255", "private"],
  ["100.64.0.0", "100.127.255.255", "private"],
  ["127.0.0.0", "127.255.255.255", "private"],
  ["169.254.0.0", "169.254.255.255", "never"],
  ["172.16.0.0", "172.31.255.255", "private"],
  ["192.0.0.0", "192.0.0.255", "never"],
  ["192.0.0.8", "192.0.0.8", "never"],
  ["192.0.0.170", "192.0.0.171", "never"],
  ["192.0.2.0", "192.0.2.255", "never"],
  ["192.88.99.0", "192.88.99.255", "never"],
  ["192.168.0.0", "192.168.255.255", "private"],
  ["198.18.0.0", "198.19.255.255", "never"],
  ["198.51.100.0", "198.51.100.255", "never"],
  ["203.0.113.0", "203.0.113.255", "never"],
  ["224.0.0.0", "239.255.255.255", "never"],
  ["240.0.0.0", "255.255.255.255", "never"],
];

/** IANA IPv6 Special-Purpose Address Registry. */
const iana6: readonly [string, string, "private" | "never"][] = [
  ["::", "::", "never"],
  ["::1", "::1", "private"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "never"],
  ["100::", "100::ffff:ffff:ffff:ffff", "never"],
  ["100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff", "never"],
  ["2001:1::1", "2001:1::3", "never"],
  ["2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", "never"],
  ["2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["fc00::", "fcff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "private"],
  ["fd00::", "fd00:ec1:ffff:ffff:ffff:ffff:ffff:ffff", "private"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "never"],
];

test.each([...iana4, ...iana6])("%s to %s is %s", (first, last, expected) => {
  expect([classOf(first), classOf(last)]).toEqual([expected, expected]);
});

test.each([
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4001:82b::200e",
])("%s, which is not in a special range, is public", (address) => {
  expect(classOf(address)).toBe("public");
});

test.each([
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd20:ce::254",
])("%s, the metadata service of a cloud, can never be reached", (address) => {
  expect(classify(address)).toEqual({
    class: "never",
    description: expect.stringMatching(/credentials/),
  });
});

test.each([
  ["::ffff:127.0.0.1", "private"],
  ["::ffff:7f00:1", "private"],
  ["::ffff:a9fe:a9fe", "never"],
  ["::ffff:8.8.8.8", "public"],
  ["::ffff:0:10.0.0.1", "private"],
  ["64:ff9b::a9fe:a9fe", "never"],
  ["64:ff9b::10.1.2.3", "private"],
  ["64:ff9b::808:808", "public"],
  ["2002:7f00:1::", "private"],
  ["2002:a9fe:a9fe::1", "never"],
  ["2002:808:808::1", "public"],
  ["2001:0:4136:e378:8000:63bf:5601:5601", "never"],
  ["2001:0:4136:e378:8000:63bf:80ff:fefe", "private"],
  ["::127.0.0.1", "never"],
  ["::7f00:1", "never"],
  ["4000::1", "never"],
])("%s is classified by the address inside it: %s", (address, expected) => {
  expect(classOf(address)).toBe(expected);
});

test.each([
  "",
  "example.org",
  "127.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "1.2.3.4.5",
  "::g",
  "[::1",
  "1.2.3.4/8",
])("%j is not an address, so it is never dialed", (text) => {
  expect(classOf(text)).toBe("never");
});

test("zones and brackets do not change the class", () => {
  expect([classOf("fe80::1%eth0"), classOf("[::1]"), classOf("::1%lo")]).toEqual([
    "never",
    "private",
    "private",
  ]);
});

test("any IPv4 address has the same class when it is mapped, translated, or in a 6to4 or Teredo address", () => {
  const property = fc.property(fc.ipV4(), (address) => {
    const bytes = address.split(".").map(Number);
    const hex = (list: number[]) =>
      [0, 2].map((offset) => ((list[offset]! << 8) | list[offset + 1]!).toString(16)).join(":");
    const expected = classify(address);
    expect(classify(`::ffff:${address}`)).toEqual(expected);
    expect(classify(`64:ff9b::${hex(bytes)}`)).toEqual(expected);
    expect(classify(`2002:${hex(bytes)}::1`)).toEqual(expected);
    expect(classify(`2001::${hex(bytes.map((byte) => byte ^ 0xff))}`)).toEqual(expected);
  });
  fc.assert(property);
});

test("any text gets a class, and only an IP address can be public or private", () => {
  const property = fc.property(
    fc.oneof(fc.string(), fc.ipV6(), fc.ipV4(), fc.ipV4Extended()),
    (text) => {
      const addressClass = classOf(text);
      const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
      if (addressClass !== "never") expect(isIP(bare)).not.toBe(0);
    },
  );
  fc.assert(property);
});
