import type { FastifyRequest } from "fastify";

/**
 * Returns whether a page of this hub made the request, by Fetch Metadata or else by `Origin`.
 * Browsers send at least one of the two with every request that is not a GET. Without either, the
 * request is not from our page.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const origin = request.headers.origin;
  if (origin === undefined) return site === "same-origin";
  return URL.parse(origin)?.host === request.host;
}

/**
 * Returns whether a page of another site made the request. Programs send neither header, so they
 * pass.
 */
export function isCrossSite(request: FastifyRequest): boolean {
  const origin = request.headers["sec-fetch-site"] ?? request.headers.origin;
  return origin !== undefined && !isSameOrigin(request);
}
