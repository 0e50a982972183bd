/**
 * Whether an address (a URL, or a host with or without a port) looks as if it were in somebody's own network. A hint
 * for the person who types it: the hub itself judges the address it really dials.
 */
export function looksPrivate(address: string): boolean {
  const host = hostOf(address.trim());
  if (!host) return false;
  if (host.startsWith("[")) return /^\[(::1?\]|f[cd]|fe[89ab])/.test(host);
  const parts = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (parts) return isPrivateV4(Number(parts[1]), Number(parts[2]));
  return (
    !host.includes(".") ||
    /\.(localhost|local|lan|home|internal|intranet|home\.arpa|fritz\.box)$/.test(host)
  );
}

function hostOf(address: string): string {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  // Only for addresses of the web does a browser bring the host into its usual form.
  const url = URL.parse(whole.replace(/^[a-z][a-z0-9+.-]*:/i, "http:"));
  return url?.hostname.toLowerCase().replace(/\.$/, "") ?? "";
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
