import { isIPv4, isIPv6 } from "node:net";
import type { Settings } from "../settings/settings-table.ts";
import { lanAddresses } from "./local-addresses.ts";

/**
 * The URLs of this hub. Each call reads the network interfaces again, because a laptop changes
 * networks.
 */
export type HubUrls = {
  /**
   * Returns base URLs of the dashboard without a trailing slash, those for a person at this machine
   * first.
   */
  dashboard(): string[];
  /** Returns base URLs for phones, the likeliest first and this machine's own last. */
  phones(): string[];
  /**
   * Returns the URL of the page that helps a phone to trust this hub's CA before it opens `base`,
   * by default the likeliest base URL. Undefined if the certificate at that URL is not from the
   * hub's own CA.
   */
  phoneHelp(base?: string): string | undefined;
  /** Returns the base URL of the HTTPS listener under this host name. */
  httpsBase(host: string): string;
};

/**
 * Creates the URLs from settings, ports and LAN addresses. `ports` is read at each call, because
 * the number for port 0 is known only after it is opened.
 */
export function createHubUrls(
  settings: Pick<Settings, "host" | "tls" | "publicUrl">,
  ports: { http: number; https?: number | undefined },
  options: { lan?: () => string[] } = {},
): HubUrls {
  const lan = () => hostsOnLan(settings.host, options.lan ?? lanAddresses);
  const localUrls = () =>
    includesLoopback(settings.host) ? [toBase("http", localName(settings.host), ports.http)] : [];
  const networkUrls = () => {
    const [scheme, port] =
      ports.https === undefined
        ? (["http", ports.http] as const)
        : (["https", ports.https] as const);
    return lan().map((host) => toBase(scheme, host, port));
  };
  const publicUrls = settings.publicUrl ? [settings.publicUrl] : [];
  const phones = () => [...publicUrls, ...networkUrls(), ...localUrls()];
  return {
    dashboard: () => [...localUrls(), ...publicUrls, ...networkUrls()],
    phones,
    phoneHelp(base = phones()[0]) {
      const url = URL.parse(base ?? "");
      const isOwnListener = url?.protocol === "https:" && Number(url.port || 443) === ports.https;
      if (settings.tls !== "auto" || !url || !isOwnListener) return undefined;
      return `${toBase("http", url.hostname, ports.http)}/phone`;
    },
    httpsBase: (host) => toBase("https", host, ports.https ?? 443),
  };
}

/**
 * Returns the link that pairs a phone. The code is in the fragment, which browsers never send to a
 * server.
 */
export function toPairLink(base: string, code: string): string {
  return `${base}/scan/#/pair?code=${code}`;
}

/** Returns the link of a door display. */
export function toDisplayLink(base: string, token: string): string {
  return `${base}/door/${token}`;
}

function toBase(scheme: "http" | "https", host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  const defaultPort = scheme === "https" ? 443 : 80;
  return `${scheme}://${name}${port === defaultPort ? "" : `:${port}`}`;
}

/** Returns the LAN addresses at which other devices reach a listener that is bound to `host`. */
function hostsOnLan(host: string, lan: () => string[]): string[] {
  if (host === "::") return lan();
  if (host === "0.0.0.0") return lan().filter(isIPv4);
  return includesLoopback(host) ? [] : [host];
}

/**
 * Returns the name under which this machine reaches a listener that is bound to `host`. It is
 * `localhost`, except for loopback addresses other than 127.0.0.1, to which `localhost` does not
 * resolve.
 */
function localName(host: string): string {
  return host.startsWith("127.") && host !== "127.0.0.1" ? host : "localhost";
}

function includesLoopback(host: string): boolean {
  return ["0.0.0.0", "::", "::1", "localhost"].includes(host) || /^127\./.test(host);
}
