import { isIP, isIPv4 } from "node:net";
import { hostname, type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";

export type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>;

/**
 * The addresses under which other devices can reach this machine, the likeliest first: private IPv4, other IPv4,
 * private IPv6, and last those of container and virtual-machine bridges. Loopback and link-local ones are left
 * out, and so are public IPv6 ones: they change daily and a phone on the same network needs none.
 */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter((one) => !one.internal && isOnTheLan(one.address))
      .map((one) => ({ address: one.address, rank: (isBridge(name) ? 4 : 0) + rank(one.address) })),
  );
  return [...new Set(found.sort((a, b) => a.rank - b.rank).map((one) => one.address))];
}

/**
 * Every name and address a certificate of this machine should carry, each once and in its one spelling:
 * `localhost`, the host name, `<host>.local`, loopback, the LAN addresses, then `extra` ones.
 * Of `extra`, what is neither a host name nor an IP address is left out.
 */
export function certificateNames(
  extra: readonly string[] = [],
  machine: { hostname?: string; interfaces?: Interfaces } = {},
): string[] {
  const host = toName(machine.hostname ?? hostname());
  const bare = host === undefined || isIP(host) ? undefined : host.split(".", 1)[0];
  const own = [
    "localhost",
    ...(host && bare ? [host, bare, `${bare}.local`] : []),
    "127.0.0.1",
    "::1",
    ...lanAddresses(machine.interfaces),
  ];
  const names = [...own, ...extra].map(toName).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/** A host name (lower case, ASCII) or IP address in its one spelling; undefined for anything else. */
export function toName(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, "$1");
  if (isIPv4(address)) return address;
  if (isIP(address)) return toIPv6(address);
  const name = domainToASCII(text.replace(/\.$/, "")).toLowerCase();
  // A last label of digits would be read as an IPv4 address by every browser (WHATWG URL, "ends in a number").
  return name.length <= 253 && hostName.test(name) && !/(^|\.)(\d+|0x[\da-f]*)$/.test(name)
    ? name
    : undefined;
}

const hostName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/;

function toIPv6(address: string): string | undefined {
  if (address.includes("%")) return undefined;
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** RFC 1918 for IPv4, RFC 4193 for IPv6. */
export function isPrivate(address: string): boolean {
  return isIPv4(address)
    ? /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(address)
    : /^f[cd]/i.test(address);
}

function isOnTheLan(address: string): boolean {
  return isIPv4(address) ? !address.startsWith("169.254.") : isPrivate(address);
}

function rank(address: string): number {
  return (isIPv4(address) ? 0 : 2) + (isPrivate(address) ? 0 : 1);
}

/** Docker, Podman, Kubernetes, libvirt, LXC, VirtualBox, VMware, Hyper-V and macOS guests. */
function isBridge(interfaceName: string): boolean {
  return /^(docker|br-|veth|virbr|cni|flannel|cali|podman|lxc|lxd|vboxnet|vmnet|vEthernet|bridge1\d\d)/i.test(
    interfaceName,
  );
}
