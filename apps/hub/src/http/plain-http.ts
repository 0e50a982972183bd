import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { receiverHeaders } from "@scanhook/webhook";
import type { FastifyInstance } from "fastify";
import type { HubUrls } from "../addresses/hub-urls.ts";
import { exactMessage } from "../texts/exact-message.ts";
import { refuse } from "./errors.ts";

const publicPaths = /^\/(phone(\/.*)?|ca\.(pem|crt|mobileconfig)|healthz)$/;

/**
 * Restricts the plain HTTP listener while the hub has TLS. This machine may use all paths, because
 * browsers treat localhost as secure. Other devices may use only the help for phones and
 * `/healthz`, because their scans and log-ins would cross the network unencrypted.
 */
export function guardPlainHttp(
  app: FastifyInstance,
  { help, urls }: { help: boolean; urls: Pick<HubUrls, "httpsBase"> },
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (isPrivate(request.raw)) return done();
    const path = request.url.split("?", 1)[0]!;
    if (publicPaths.test(path)) return done();
    const base = urls.httpsBase(request.hostname || localAddress(request.raw));
    if (request.method === "GET" || request.method === "HEAD") {
      reply.redirect(help ? "/phone" : `${base}${request.url}`, 302);
      return;
    }
    if (path.startsWith("/in/") && request.headers.origin !== undefined) {
      reply.headers(receiverHeaders);
    }
    refuse(reply, "https-only", exactMessage("https-base", { url: base }));
  });
}

/** Returns the address of this machine to which a request was sent, for requests without `Host`. */
function localAddress({ socket }: IncomingMessage): string {
  return (socket.localAddress ?? "").replace(/^::ffff:/i, "");
}

/**
 * Returns whether nobody on the network can read the request: it is encrypted or comes from this
 * machine.
 */
export function isPrivate(request: IncomingMessage): boolean {
  return isEncrypted(request) || isFromThisMachine(request);
}

/**
 * Returns whether the request comes from this machine, names a host of this machine, and did not
 * pass a proxy.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { host, forwarded, via } = request.headers;
  if (forwarded ?? via ?? request.headers["x-forwarded-for"]) return false;
  return isLoopbackAddress(request.socket.remoteAddress ?? "") && isLoopbackHost(host ?? "");
}

/**
 * Returns whether a `Host` header names this machine: localhost, *.localhost, 127.x.x.x or [::1],
 * with any port.
 */
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
