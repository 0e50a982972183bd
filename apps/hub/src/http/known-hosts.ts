import { isIP } from "node:net";
import { hostname } from "node:os";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { exactMessage } from "../texts/exact-message.ts";
import { refuse } from "./errors.ts";

/**
 * Paths that only the people of the hub use: dashboard, log-in, API and metrics. Scans and the
 * pages for phones stay reachable.
 */
const ownerPaths = /^\/(index\.html|assets\/.*|api(\/.*)?|sso\/.*|metrics)?$/;

/**
 * Top-level domains that nobody can register: RFC 6761, RFC 6762 and RFC 8375, `internal` (ICANN),
 * and `lan` and `home`, which ICANN does not delegate. A page on the internet cannot have such a
 * name.
 */
const privateDomains = /\.(localhost|local|internal|lan|home|home\.arpa)$/;

/**
 * Refuses requests for the owner under a name that is not this hub's. Without TLS, a page on the
 * internet could otherwise have its own name point at this hub (DNS rebinding), and the browser
 * would let it use the hub as its own server. Accepts IP addresses, names that exist only on a
 * local network, this machine's name, the configured ones, and everything that a trusted proxy
 * relays.
 */
export function guardHosts(
  app: FastifyInstance,
  settings: { host: string; publicUrl?: string | undefined },
): void {
  const configured = [settings.host, hostname(), URL.parse(settings.publicUrl ?? "")?.hostname];
  const knownHosts = new Set(configured.map((name) => name?.toLowerCase()));
  app.addHook("onRequest", (request, reply, done) => {
    const path = request.url.split("?", 1)[0]!;
    const host = request.headers.host ?? "";
    if (!ownerPaths.test(path) || isRelayed(request) || isKnownHost(host, knownHosts)) {
      return done();
    }
    const name = host.replace(/[^\w.:-]/g, "").slice(0, 100);
    const message =
      name === "" ? exactMessage("host-missing") : exactMessage("host-name", { name });
    refuse(reply, "host-unknown", message);
  });
}

/**
 * Returns whether a trusted proxy relayed the request. The proxy decides which host names it
 * serves.
 */
function isRelayed({ ips }: FastifyRequest): boolean {
  return ips !== undefined && ips.length > 1;
}

function isKnownHost(host: string, knownHosts: ReadonlySet<string | undefined>): boolean {
  const hostName = URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "") ?? "";
  const address = hostName.replace(/^\[|\]$/g, "");
  if (hostName === "" || isIP(address) !== 0 || !hostName.includes(".")) return hostName !== "";
  return privateDomains.test(hostName) || knownHosts.has(hostName);
}
