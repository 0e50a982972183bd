import { BlockList, isIPv6 } from "node:net";

export type Scope = "none" | "loopback" | "link" | "private" | "public";

/**
 * Returns the networks from which an IP address can be reached (IANA special-purpose address
 * registries, RFC 6890). "none" is an unspecified address, such as 0.0.0.0.
 */
export function findScope(address: string): Scope {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  for (const [scope, list] of scopes) {
    if (list.check(address, family)) return scope;
  }
  return "public";
}

const scopes: [Scope, BlockList][] = [
  ["none", parseSubnets("0.0.0.0/8", "::/128")],
  ["loopback", parseSubnets("127.0.0.0/8", "::1/128")],
  ["link", parseSubnets("169.254.0.0/16", "fe80::/10")],
  [
    "private",
    parseSubnets("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
  ],
];

function parseSubnets(...subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits] = subnet.split("/");
    list.addSubnet(network, Number(bits), isIPv6(network) ? "ipv6" : "ipv4");
  }
  return list;
}
