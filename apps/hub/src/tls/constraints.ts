import { BlockList, isIP, isIPv4 } from "node:net";
import { type Interfaces, isPrivate } from "../addresses/local-addresses.ts";

/**
 * What a CA may sign (RFC 5280, 4.2.1.10). An entry is a host name, which stands for itself and every name below it,
 * a host name with a leading dot, which stands for the names below it only, or an address range as `10.0.0.0/8`.
 * A name has to be in one of `permitted` and in none of `excluded`.
 */
export type Constraints = { permitted: readonly string[]; excluded: readonly string[] };

/** Names that the public DNS never answers (RFC 6761, 6762, 8375; ICANN for `internal`, `home`, `lan`). */
const privateNames = ["localhost", "local", "home.arpa", "internal", "lan", "home"];

/** RFC 1122, 1918, 3927, 4193, 4291 and 6598 (which VPNs such as Tailscale use). */
const privateRanges = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"],
  ...["100.64.0.0/10", "::1/128", "fc00::/7", "fe80::/10"],
];

/**
 * Private names and addresses, those in `names`, and the networks this machine stands in. So a stolen CA key
 * cannot be used against a phone's bank, only against devices that are not on the public internet.
 */
export function toConstraints(names: readonly string[], interfaces: Interfaces): Constraints {
  const known: Constraints = { permitted: [...privateNames, ...privateRanges], excluded: [] };
  const others = names.filter((name) => !isPermitted(name, known));
  const hosts = others.filter((name) => !isIP(name));
  const ranges = others.filter((name) => isIP(name)).map((ip) => toRange(ip, interfaces));
  return {
    permitted: [...known.permitted, ...hosts, ...new Set(ranges)],
    excluded: hosts.filter(couldBeTopLevelDomain).map((host) => `.${host}`),
  };
}

/** Whether a CA with these constraints may sign a certificate for this name or address. */
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

/** Someone's host may be called "dev" or "app": then all of .dev or .app has to stay out of reach. */
function couldBeTopLevelDomain(host: string): boolean {
  return /^([a-z]+|xn--[a-z\d-]+)$/.test(host);
}

/** The network around an address of our own that is not private, for the next lease; else the address alone. */
function toRange(ip: string, interfaces: Interfaces): string {
  const own = Object.values(interfaces).flatMap((list) => list ?? []);
  const cidr = isPrivate(ip) ? undefined : own.find((one) => one.address === ip)?.cidr;
  const prefix = Number(cidr?.split("/")[1] ?? Number.NaN);
  return isIPv4(ip) && prefix >= 16 ? `${ip}/${prefix}` : `${ip}/${isIPv4(ip) ? 32 : 128}`;
}
