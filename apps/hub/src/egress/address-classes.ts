import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether the hub may connect to an address. `private` needs a grant; `never` cannot be granted.
 * `description` completes a sentence after "is".
 */
export type AddressClass =
  | { class: "public" }
  | { class: "private" | "never"; description: string };

/**
 * Classifies an IP address that is about to be dialed. Anything that is not an IP address is
 * `never`.
 */
export function classify(address: string): AddressClass {
  const endpoint = parseAddress(address);
  if (!endpoint) return { class: "never", description: "not an IP address" };
  const entry = specialRanges.find(({ range }) => isWithin(endpoint, range));
  if (entry) return { class: entry.class, description: entry.description };
  // Outside 2000::/3, IPv6 addresses are not assigned (RFC 4291, section 2.4; RFC 3587).
  const isAssigned = endpoint.kind() === "ipv4" || isWithin(endpoint, ipaddr.parseCIDR("2000::/3"));
  return isAssigned
    ? { class: "public" }
    : { class: "never", description: "an unassigned address" };
}

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Range = readonly [Address, number];

/**
 * Parses the address that a packet arrives at, which is the IPv4 address if an IPv6 address
 * contains one. Brackets and zones are ignored. Returns undefined for other texts.
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  if (isIPv4(bare)) return ipaddr.IPv4.parse(bare);
  if (!isIPv6(bare)) return undefined;
  // The URL parser returns the canonical spelling, which leaves nothing to interpret.
  const address = ipaddr.IPv6.parse(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  return findEmbeddedIPv4(address) ?? address;
}

export function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Returns the IPv4 address inside an IPv6 address, if it has one. */
function findEmbeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const embedding = embeddings.find(({ range: [network, bits] }) => address.match(network, bits));
  if (!embedding) return undefined;
  const { offset, isInverted } = embedding;
  const octets = bytes.slice(offset, offset + 4).map((byte) => (isInverted ? byte ^ 0xff : byte));
  return new ipaddr.IPv4(octets);
}

/** The ways to embed an IPv4 address. `offset` is the index of its first byte. */
const embeddings: { range: [ipaddr.IPv6, number]; offset: number; isInverted?: true }[] = (
  [
    { cidr: "::ffff:0:0/96", offset: 12 }, // RFC 4291, section 2.5.5.2: mapped
    { cidr: "::ffff:0:0:0/96", offset: 12 }, // RFC 2765: translated
    { cidr: "64:ff9b::/96", offset: 12 }, // RFC 6052: NAT64
    { cidr: "2002::/16", offset: 2 }, // RFC 3056: 6to4
    { cidr: "2001::/32", offset: 12, isInverted: true }, // RFC 4380: Teredo
  ] as const
).map(({ cidr, ...rest }) => ({ ...rest, range: ipaddr.IPv6.parseCIDR(cidr) }));

/**
 * The IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), multicast, and the metadata
 * services of clouds. The first matching entry counts.
 */
const specialRanges = (
  [
    ["169.254.169.254/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["169.254.170.2/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["100.100.100.200/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["168.63.129.16/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["192.0.0.192/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["fd00:ec2::/32", "never", "the metadata service of a cloud, which holds credentials"],
    ["fd20:ce::254/128", "never", "the metadata service of a cloud, which holds credentials"],
    ["0.0.0.0/8", "never", "not the address of a host"],
    ["10.0.0.0/8", "private", "a private address"],
    ["100.64.0.0/10", "private", "an address shared inside a provider's network"],
    ["127.0.0.0/8", "private", "this machine itself"],
    ["169.254.0.0/16", "never", "a link-local address"],
    ["172.16.0.0/12", "private", "a private address"],
    ["192.0.0.0/24", "never", "a reserved address"],
    ["192.0.2.0/24", "never", "an address for documentation"],
    ["192.88.99.0/24", "never", "a reserved address"],
    ["192.168.0.0/16", "private", "a private address"],
    ["198.18.0.0/15", "never", "an address for benchmarks"],
    ["198.51.100.0/24", "never", "an address for documentation"],
    ["203.0.113.0/24", "never", "an address for documentation"],
    ["224.0.0.0/4", "never", "a multicast address"],
    ["240.0.0.0/4", "never", "a reserved address"],
    ["::/128", "never", "not the address of a host"],
    ["::1/128", "private", "this machine itself"],
    ["64:ff9b:1::/48", "never", "an address of a translator"],
    ["100::/64", "never", "an address that drops everything"],
    ["100:0:0:1::/64", "never", "a reserved address"],
    ["2001::/23", "never", "a reserved address"],
    ["2001:db8::/32", "never", "an address for documentation"],
    ["3fff::/20", "never", "an address for documentation"],
    ["5f00::/16", "never", "an address of segment routing"],
    ["fc00::/7", "private", "a private address"],
    ["fe80::/10", "never", "a link-local address"],
    ["fec0::/10", "never", "a reserved address"],
    ["ff00::/8", "never", "a multicast address"],
  ] as const
).map(([cidr, kind, description]) => ({ range: ipaddr.parseCIDR(cidr), class: kind, description }));
