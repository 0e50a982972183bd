import type { FastifyInstance } from "fastify";

/**
 * Refuses query parameters that an endpoint does not have, for the endpoints with parameters that
 * are added after this call: a misspelled filter would widen the response.
 */
export function refuseUnknownParameters(app: FastifyInstance): void {
  app.addHook("onRoute", ({ schema }) => {
    if (schema?.querystring)
      schema.querystring = { ...schema.querystring, additionalProperties: false };
  });
}
