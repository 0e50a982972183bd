import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** `private` needs a grant; `never` has none. The text says what the address is, as it reads after "is". */
export type AddressClass = { class: "public" } | { class: "private" | "never"; what: string };

/** Judges an IP address that is about to be dialled. What is no address at all is never. */
export function classify(address: string): AddressClass {
  const end = parseAddress(address);
  if (!end) return { class: "never", what: "no IP address" };
  const found = table.find(({ range }) => isWithin(end, range));
  if (found) return { class: found.class, what: found.what };
  // RFC 4291 2.4, RFC 3587: what is outside of 2000::/3 was given to nobody.
  const isGiven = end.kind() === "ipv4" || isWithin(end, ipaddr.parseCIDR("2000::/3"));
  return isGiven ? { class: "public" } : { class: "never", what: "an address given to nobody" };
}

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Range = readonly [Address, number];

/** Where a packet to this address ends: for an IPv6 address that carries an IPv4 one, at that. */
export function parseAddress(text: string): Address | undefined {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  if (isIPv4(bare)) return ipaddr.IPv4.parse(bare);
  if (!isIPv6(bare)) return undefined;
  // Spelled in the one way that leaves nothing to interpret.
  const address = ipaddr.IPv6.parse(new URL(`http://[${bare}]`).hostname.slice(1, -1));
  return innerIPv4(address) ?? address;
}

export function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** The IPv4 address that a packet to this IPv6 address ends at. */
function innerIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const found = carriers.find(({ range: [network, bits] }) => address.match(network, bits));
  if (!found) return undefined;
  const octets = bytes
    .slice(found.at, found.at + 4)
    .map((byte) => (found.flipped ? byte ^ 0xff : byte));
  return new ipaddr.IPv4(octets);
}

const carriers: { range: [ipaddr.IPv6, number]; at: number; flipped?: true }[] = (
  [
    { cidr: "::ffff:0:0/96", at: 12 }, // RFC 4291 2.5.5.2: mapped
    { cidr: "::ffff:0:0:0/96", at: 12 }, // RFC 2765: translated
    { cidr: "64:ff9b::/96", at: 12 }, // RFC 6052: NAT64
    { cidr: "2002::/16", at: 2 }, // RFC 3056: 6to4
    { cidr: "2001::/32", at: 12, flipped: true }, // RFC 4380: Teredo
  ] as const
).map(({ cidr, ...rest }) => ({ ...rest, range: ipaddr.IPv6.parseCIDR(cidr) }));

/**
 * IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), multicast, and where clouds keep the credentials of
 * a machine. The first that fits counts.
 */
const table = (
  [
    ["169.254.169.254/32", "never", "where clouds keep credentials (metadata)"],
    ["169.254.170.2/32", "never", "where clouds keep credentials (metadata)"],
    ["100.100.100.200/32", "never", "where clouds keep credentials (metadata)"],
    ["168.63.129.16/32", "never", "where clouds keep credentials (metadata)"],
    ["192.0.0.192/32", "never", "where clouds keep credentials (metadata)"],
    ["fd00:ec2::/32", "never", "where clouds keep credentials (metadata)"],
    ["fd20:ce::254/128", "never", "where clouds keep credentials (metadata)"],
    ["0.0.0.0/8", "never", "no address of a host"],
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
    ["::/128", "never", "no address of a host"],
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
).map(([cidr, kind, what]) => ({ range: ipaddr.parseCIDR(cidr), class: kind, what }));
