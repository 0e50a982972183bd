import type { FastifyRequest } from "fastify";

/**
 * Returns whether a page of this hub made the request, according to Fetch Metadata, or else to
 * `Origin`. Browsers send at least one of these headers with every request that is not a GET. A
 * request without both is not from a page of this hub.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const origin = request.headers.origin;
  if (origin === undefined) return site === "same-origin";
  return URL.parse(origin)?.host === request.host;
}

/**
 * Returns whether a page of another site made the request. It returns false for programs, which
 * send neither header.
 */
export function isCrossSite(request: FastifyRequest): boolean {
  const origin = request.headers["sec-fetch-site"] ?? request.headers.origin;
  return origin !== undefined && !isSameOrigin(request);
}
