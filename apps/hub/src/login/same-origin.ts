import type { FastifyRequest } from "fastify";

/**
 * Whether a browser says that this hub's own page made the request (Fetch Metadata, else `Origin`).
 * Browsers send one of the two with everything that is not a GET; a request with neither is not from our page.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const origin = request.headers.origin;
  if (origin === undefined) return site === "same-origin";
  return URL.parse(origin)?.host === request.host;
}

/** Whether a browser says that another site's page made the request; a program says nothing. */
export function isCrossSite(request: FastifyRequest): boolean {
  const says = request.headers["sec-fetch-site"] ?? request.headers.origin;
  return says !== undefined && !isSameOrigin(request);
}
