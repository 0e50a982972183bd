import { BlockList, isIP } from "node:net";

const maxNameLength = 200;

/**
 * Creates the check whether the address of a peer is in one of these ranges, which are addresses or
 * CIDR ranges. An IPv4 address that is mapped into IPv6 (RFC 4291, 2.5.5.2) counts as itself. Those
 * inside other IPv6 addresses do not count, because anybody can choose them.
 */
export function createPeerCheck(ranges: readonly string[]) {
  const peers = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) peers.addAddress(address, familyOf(address));
    else peers.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address = ""): boolean => {
    const bare = address.replace(/%.*$/, "");
    return isIP(bare) !== 0 && peers.check(bare, familyOf(bare));
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Returns the one name in a header. Undefined if it came twice, is empty or longer than 200
 * characters, is not UTF-8, or holds a comma: proxies join headers that came twice with one.
 */
export function readPersonHeader(values: readonly string[]): string | undefined {
  const [value, second] = values;
  if (value === undefined || second !== undefined) return undefined;
  const name = decode(value)?.trim() ?? "";
  const isName = /^[^,\p{Cc}]+$/u.test(name) && name.length <= maxNameLength;
  return isName ? name : undefined;
}

/** Returns the groups in a header, with commas or `|` between. None if it came twice. */
export function readGroupsHeader(values: readonly string[]): string[] {
  const [value = "", second] = values;
  if (second !== undefined) return [];
  const groups = (decode(value) ?? "").split(/[,|]/).map((group) => group.trim());
  return groups.filter((group) => group !== "");
}

/** Decodes a value as UTF-8. Node decodes headers as Latin-1. */
function decode(value: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return undefined;
  }
}
