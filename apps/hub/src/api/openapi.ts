import swagger from "@fastify/swagger";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/** Collects every route added after it into `/api/openapi.json`. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Scanhook hub",
        version,
        description:
          "Receives scans, keeps them, shows them, passes them on. Every error is `{ error: { code, message } }`, with `field` where one thing in the request is wrong.",
        license: { name: "MIT", identifier: "MIT" },
      },
      components: {
        securitySchemes: {
          session: {
            type: "apiKey",
            in: "cookie",
            name: "scanhook",
            description: "Of the dashboard. On https its name is `__Host-scanhook`.",
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
}
