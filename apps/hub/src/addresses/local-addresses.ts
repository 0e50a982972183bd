import { isIP, isIPv4 } from "node:net";
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";

export type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;

/**
 * Returns the addresses at which other devices can reach this machine, the likeliest first: private
 * IPv4, other IPv4, private IPv6, and last those of container and virtual-machine bridges. Leaves
 * out loopback and link-local addresses, and public IPv6 addresses, because they change daily and a
 * phone on the same network does not need them.
 */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const ranked = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter((entry) => !entry.internal && isOnTheLan(entry.address))
      .map((entry) => ({
        address: entry.address,
        rank: (isBridge(name) ? 4 : 0) + rankAddress(entry.address),
      })),
  );
  return [...new Set(ranked.sort((a, b) => a.rank - b.rank).map((entry) => entry.address))];
}

/**
 * Returns every name and address that a certificate of this machine should carry, each once and
 * normalized: `localhost`, the host name, `<host>.local`, loopback, the LAN addresses, then `extra`
 * ones. Skips entries of `extra` that are neither a host name nor an IP address.
 */
export function certificateNames(
  extra: readonly string[] = [],
  machine: { hostname?: string; interfaces?: Interfaces } = {},
): string[] {
  const host = normalizeHost(machine.hostname ?? hostname());
  const shortHost = host === undefined || isIP(host) ? undefined : host.split(".", 1)[0];
  const ownNames = [
    "localhost",
    ...(host && shortHost ? [host, shortHost, `${shortHost}.local`] : []),
    "127.0.0.1",
    "::1",
    ...lanAddresses(machine.interfaces),
  ];
  const names = [...ownNames, ...extra].map(normalizeHost).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/**
 * Normalizes a host name (lower case, ASCII) or an IP address. Returns undefined for anything else.
 */
export function normalizeHost(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, "$1");
  if (isIPv4(address)) return address;
  if (isIP(address)) return toIPv6(address);
  const name = domainToASCII(text.replace(/\.$/, "")).toLowerCase();
  // Browsers parse a host whose last label is a number as an IPv4 address (WHATWG URL, "ends in a
  // number checker").
  return name.length <= 253 && hostName.test(name) && !/(^|\.)(\d+|0x[\da-f]*)$/.test(name)
    ? name
    : undefined;
}

const hostName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/;

function toIPv6(address: string): string | undefined {
  if (address.includes("%")) return undefined;
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** Returns whether an address is private (IPv4: RFC 1918, IPv6: RFC 4193). */
export function isPrivate(address: string): boolean {
  return isIPv4(address)
    ? /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)
    : /^f[cd]/i.test(address);
}

function isOnTheLan(address: string): boolean {
  return isIPv4(address) ? !address.startsWith("169.254.") : isPrivate(address);
}

function rankAddress(address: string): number {
  return (isIPv4(address) ? 0 : 2) + (isPrivate(address) ? 0 : 1);
}

/**
 * Recognizes the bridges of Docker, Podman, Kubernetes, libvirt, LXC, VirtualBox, VMware, Hyper-V
 * and macOS guests.
 */
function isBridge(interfaceName: string): boolean {
  return /^(docker|br-|veth|virbr|cni|flannel|cali|podman|lxc|lxd|vboxnet|vmnet|vEthernet|bridge1\d\d)/i.test(
    interfaceName,
  );
}
