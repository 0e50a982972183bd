import swagger from "@fastify/swagger";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/**
 * Serves `/api/openapi.json`, which describes every endpoint that is added after this call, and
 * `/api/`, which redirects to the reference of the API if this hub serves its docs.
 */
export async function describeApi(
  app: App,
  { version, docs }: { version: string; docs: boolean },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Scanhook hub",
        version,
        description:
          "Receives, stores, shows and forwards scans. Every error is `{ message, error: { code, message } }`, with `field` if one field of the request is wrong.",
        license: { name: "MIT", identifier: "MIT" },
      },
      components: {
        securitySchemes: {
          session: {
            type: "apiKey",
            in: "cookie",
            name: "scanhook",
            description: "The session of the dashboard. On https the cookie is `__Host-scanhook`.",
          },
          token: {
            type: "http",
            scheme: "bearer",
            description: "An API token, made in the dashboard.",
          },
        },
      },
    },
  });
  app.get(
    "/api/openapi.json",
    {
      schema: {
        summary: "This description",
        tags: ["health"],
        security: ownerSecurity,
        response: {
          200: { type: "object", additionalProperties: true },
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ ...(await app.swagger()) }),
  );
  for (const address of ["/api", "/api/"]) {
    app.get(
      address,
      { config: { access: "public" }, schema: { hide: true } },
      async (_request, reply) =>
        docs ? reply.redirect("/docs/reference/http-api/") : reply.send(noDocs),
    );
  }
}

const noDocs =
  "This hub has no docs. Its API is described by /api/openapi.json, which needs a log-in or an API token.\n";
