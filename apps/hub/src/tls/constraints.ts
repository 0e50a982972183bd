import { BlockList, isIP, isIPv4 } from "node:net";
import { type Interfaces, isPrivate } from "../addresses/local-addresses.ts";

/**
 * The names that a CA may sign (RFC 5280, 4.2.1.10). An entry is a host name, which covers itself
 * and every name below it, a host name with a leading dot, which covers only the names below it, or
 * an address range such as `10.0.0.0/8`. A name must match an entry of `permitted` and none of
 * `excluded`.
 */
export type Constraints = { permitted: readonly string[]; excluded: readonly string[] };

/**
 * Names that the public DNS never resolves (RFC 6761, 6762, 8375; ICANN for `internal`, `home`,
 * `lan`).
 */
const privateNames = ["localhost", "local", "home.arpa", "internal", "lan", "home"];

/** The ranges of RFC 1122, 1918, 3927, 4193, 4291 and 6598 (used by VPNs such as Tailscale). */
const privateRanges = [
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "::1/128",
  "fc00::/7",
  "fe80::/10",
];

/**
 * Creates constraints that permit private names and addresses, the given names, and the networks of
 * this machine. With them, a stolen CA key cannot be used to imitate websites on the internet.
 */
export function createConstraints(names: readonly string[], interfaces: Interfaces): Constraints {
  const privateOnly: Constraints = { permitted: [...privateNames, ...privateRanges], excluded: [] };
  const otherNames = names.filter((name) => !isPermitted(name, privateOnly));
  const hosts = otherNames.filter((name) => !isIP(name));
  const ranges = otherNames.filter((name) => isIP(name)).map((ip) => findOwnRange(ip, interfaces));
  return {
    permitted: [...privateOnly.permitted, ...hosts, ...new Set(ranges)],
    excluded: hosts.filter(couldBeTopLevelDomain).map((host) => `.${host}`),
  };
}

/** Returns whether a CA with these constraints may sign a certificate for this name or address. */
export function isPermitted(name: string, constraints: Constraints): boolean {
  const covers = (entry: string) => isCovered(name, entry);
  return constraints.permitted.some(covers) && !constraints.excluded.some(covers);
}

function isCovered(name: string, entry: string): boolean {
  const [network = "", prefix] = entry.split("/");
  if (isIP(name) && prefix !== undefined && isIP(name) === isIP(network)) {
    const range = new BlockList();
    range.addSubnet(network, Number(prefix), isIPv4(network) ? "ipv4" : "ipv6");
    return range.check(name, isIPv4(name) ? "ipv4" : "ipv6");
  }
  if (isIP(name) || prefix !== undefined) return false;
  return entry.startsWith(".")
    ? name.endsWith(entry)
    : name === entry || name.endsWith(`.${entry}`);
}

/**
 * Returns whether a host name could be a top-level domain, such as "dev" or "app". For such a host,
 * the CA must not sign names below the public domains .dev and .app.
 */
function couldBeTopLevelDomain(host: string): boolean {
  return /^([a-z]+|xn--[a-z\d-]+)$/.test(host);
}

/**
 * Returns the network of a public IPv4 address of this machine, because its next lease may be
 * another address there. Returns the range of the address alone for all others.
 */
function findOwnRange(ip: string, interfaces: Interfaces): string {
  const ownAddresses = Object.values(interfaces).flatMap((list) => list ?? []);
  const cidr = isPrivate(ip) ? undefined : ownAddresses.find((entry) => entry.address === ip)?.cidr;
  const prefix = Number(cidr?.split("/")[1] ?? Number.NaN);
  return isIPv4(ip) && prefix >= 16 ? `${ip}/${prefix}` : `${ip}/${isIPv4(ip) ? 32 : 128}`;
}
