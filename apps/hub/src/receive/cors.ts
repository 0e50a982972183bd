import { receiverHeaders } from "@scanhook/webhook";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * The headers that let a page on another origin read a response of an inbox (Fetch, CORS protocol).
 */
const corsHeaders = pickHeaders(
  "access-control-allow-origin",
  "access-control-allow-headers",
  "access-control-expose-headers",
);

const preflightHeaders = {
  ...corsHeaders,
  ...pickHeaders("access-control-allow-methods", "access-control-max-age"),
  vary: "Access-Control-Request-Private-Network",
};

/**
 * Returns whether a program sends this scan, and not a page. No browser shows the response then, so
 * it needs no headers for browsers.
 */
export function isScanOfProgram({ method, url, headers }: FastifyRequest): boolean {
  return method === "POST" && headers.origin === undefined && url.startsWith("/in/");
}

/**
 * Adds the headers with which a page can read the response. Browsers send `Origin` with every POST
 * (Fetch, section 3.2), so a response to a request without it needs none.
 */
export function addCorsHeaders(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers.origin !== undefined) reply.headers(corsHeaders);
}

/**
 * Responds to a CORS preflight. Allows private network access only to a browser that asks for it.
 */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const privateNetworkHeader = "access-control-allow-private-network";
  if (request.headers["access-control-request-private-network"] === "true") {
    reply.headers(pickHeaders(privateNetworkHeader));
  }
  return reply.code(204).headers(preflightHeaders).send();
}

/**
 * Picks headers from `receiverHeaders`, because a response of the hub needs only some of them.
 */
function pickHeaders(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, receiverHeaders[name] ?? ""]));
}
