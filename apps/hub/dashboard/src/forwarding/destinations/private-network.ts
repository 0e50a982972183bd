/**
 * Returns whether an address (a URL, or a host with or without a port) looks as if it were in a
 * private network. This is only a hint for the user: the hub checks the IP address to which it
 * connects.
 */
export function looksPrivate(address: string): boolean {
  const host = parseHost(address.trim());
  if (!host) return false;
  if (host.startsWith("[")) return /^\[(::1?\]|f[cd]|fe[89ab])/.test(host);
  const octets = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (octets) return isPrivateV4(Number(octets[1]), Number(octets[2]));
  return (
    !host.includes(".") ||
    /\.(localhost|local|lan|home|internal|intranet|home\.arpa|fritz\.box)$/.test(host)
  );
}

function parseHost(address: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  // Browsers normalize the host of http addresses only, for example an IPv4 address written as one
  // number.
  const parsed = URL.parse(url.replace(/^[a-z][a-z0-9+.-]*:/i, "http:"));
  return parsed?.hostname.toLowerCase().replace(/\.$/, "") ?? "";
}

function isPrivateV4(first: number, second: number): boolean {
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 100 && second >= 64 && second < 128)
  );
}
