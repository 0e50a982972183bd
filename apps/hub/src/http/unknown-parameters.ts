import type { FastifyInstance } from "fastify";

/**
 * Refuses unknown query parameters, at all endpoints with parameters that are added after this
 * call. Otherwise a misspelled filter would widen the response.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook("onRoute", ({ schema }) => {
    if (schema?.querystring)
      schema.querystring = { ...schema.querystring, additionalProperties: false };
  });
}
