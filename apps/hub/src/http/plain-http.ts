import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { receiverHeaders } from "@scanhook/webhook";
import type { FastifyInstance } from "fastify";
import { refuse } from "../errors.ts";
import type { Reach } from "../reach.ts";

const forEverybody = /^\/(phone(\/.*)?|ca\.(pem|crt|mobileconfig)|healthz)$/;

/**
 * What the plain HTTP listener serves while the hub has TLS: everything to this machine itself (browsers treat
 * localhost as secure), and to others only the help for phones and `/healthz`. Scans and log-ins of others
 * would cross the network in the clear, so they are refused.
 */
export function guardPlainHttp(
  app: FastifyInstance,
  { help, reach }: { help: boolean; reach: Pick<Reach, "httpsBase"> },
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isEncrypted(request.raw) || isFromThisMachine(request.raw)) return done();
    const path = request.url.split("?", 1)[0]!;
    if (forEverybody.test(path)) return done();
    const base = reach.httpsBase(request.hostname);
    if (request.method === "GET" || request.method === "HEAD") {
      reply.redirect(help ? "/phone" : `${base}${request.url}`, 302);
      return;
    }
    if (path.startsWith("/in/")) reply.headers(receiverHeaders);
    refuse(reply, "https-only", `This address does not take it over plain HTTP; use ${base}.`);
  });
}

/** The peer is this machine, it used a name of this machine, and no proxy passed it on. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { host, forwarded, via } = request.headers;
  if (forwarded ?? via ?? request.headers["x-forwarded-for"]) return false;
  return isLoopbackAddress(request.socket.remoteAddress ?? "") && isLoopbackHost(host ?? "");
}

/** A `Host` header that names this machine: localhost, *.localhost, 127.x.x.x or [::1], with any port. */
export function isLoopbackHost(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? "";
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "[::1]" ||
    isLoopbackAddress(name)
  );
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

function isEncrypted(request: IncomingMessage): boolean {
  return "encrypted" in request.socket && request.socket.encrypted === true;
}
