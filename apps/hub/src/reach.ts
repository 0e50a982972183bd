import { isIPv4, isIPv6 } from "node:net";
import { lanAddresses } from "./addresses/local-addresses.ts";
import type { Settings } from "./settings/settings-table.ts";

/** Under which addresses this hub is reached. Asked anew each time, since a laptop changes networks. */
export type Reach = {
  /** Base URLs for a person at this machine first, without a trailing slash. */
  dashboard(): string[];
  /** Base URLs for other devices, the likeliest first; this machine's own last. */
  phones(): string[];
  /**
   * Where a phone begins that does not trust this hub's own CA yet, before it goes on to a base URL (the likeliest one
   * when none is given). Undefined when that address shows another certificate, or none.
   */
  help(base?: string): string | undefined;
  httpsBase(host: string): string;
};

/** Works out the addresses from the settings, the ports (read each time: 0 becomes one when it is opened) and the LAN. */
export function createReach(
  settings: Pick<Settings, "host" | "tls" | "publicUrl">,
  ports: { http: number; https?: number },
  options: { lan?: () => string[] } = {},
): Reach {
  const lan = () => listeningOn(settings.host, options.lan ?? lanAddresses);
  const own = () => (isLocalToo(settings.host) ? [toBase("http", "localhost", ports.http)] : []);
  const network = () => {
    const [scheme, port] =
      ports.https === undefined
        ? (["http", ports.http] as const)
        : (["https", ports.https] as const);
    return lan().map((host) => toBase(scheme, host, port));
  };
  const named = settings.publicUrl ? [settings.publicUrl] : [];
  const phones = () => [...named, ...network(), ...own()];
  return {
    dashboard: () => [...own(), ...named, ...network()],
    phones,
    help(base = phones()[0]) {
      const url = URL.parse(base ?? "");
      const isOurs = url?.protocol === "https:" && Number(url.port || 443) === ports.https;
      if (settings.tls !== "auto" || !url || !isOurs) return undefined;
      return `${toBase("http", url.hostname, ports.http)}/phone`;
    },
    httpsBase: (host) => toBase("https", host, ports.https ?? 443),
  };
}

/** The link that pairs a phone; the code stands in the fragment, which browsers never send or log. */
export function toPairLink(base: string, code: string): string {
  return `${base}/scan/#/pair?code=${code}`;
}

function toBase(scheme: "http" | "https", host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  const usual = scheme === "https" ? 443 : 80;
  return `${scheme}://${name}${port === usual ? "" : `:${port}`}`;
}

function listeningOn(host: string, lan: () => string[]): string[] {
  if (host === "::") return lan();
  if (host === "0.0.0.0") return lan().filter(isIPv4);
  return isLocalToo(host) ? [] : [host];
}

function isLocalToo(host: string): boolean {
  return ["0.0.0.0", "::", "::1", "localhost"].includes(host) || /^127\./.test(host);
}
