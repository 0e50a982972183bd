import { readFileSync } from "node:fs";
import swagger from "@fastify/swagger";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { ApiDocument } from "./description/json-schema.ts";
import { renderApiPage } from "./description/page.ts";
import { ownerRefusals, refusals } from "./schemas.ts";

/**
 * Serves `/api/openapi.json`, which describes every endpoint added after this call, and `/api/`, a
 * page with the same for people.
 */
export async function describeApi(app: App, version: string): Promise<void> {
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
  servePage(app);
}

const policy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; img-src data:";

/**
 * Serves the page `/api/` with its style. Everybody may read it, as the same text is in the docs;
 * it shows no data and no version of this hub.
 */
function servePage(app: App): void {
  const style = readFileSync(new URL("./description/page.css", import.meta.url));
  let page: string | undefined;
  const hidden = { config: { access: "public" }, schema: { hide: true } } as const;
  app.get("/api", hidden, async (_request, reply) => reply.redirect("/api/", 308));
  app.get("/api/", hidden, async (_request, reply) => {
    page ??= renderApiPage(app.swagger() as unknown as ApiDocument, { style: "/api/page.css" });
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(page);
  });
  app.get("/api/page.css", hidden, async (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(style),
  );
}
