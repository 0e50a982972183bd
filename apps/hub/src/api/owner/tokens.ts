import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { createSecret, hashSecret } from "../../login/secrets.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, noContentSchema, ownerRefusals, refusals } from "../schemas.ts";

const tokenProperties = {
  id: Type.Integer(),
  name: Type.String(),
  createdAt: Type.String({ format: "date-time" }),
  lastUsedAt: Type.Optional(Type.String({ format: "date-time" })),
};

/**
 * Serves `/api/tokens`: tokens for programs. The API shows a token only once, when it is created.
 */
export function serveTokens(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/tokens",
    {
      schema: {
        summary: "List API tokens",
        tags: ["tokens"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            tokens: Type.Array(Type.Object(tokenProperties, { title: "Token" })),
          }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ tokens: await store.tokens() }),
  );

  app.post(
    "/api/tokens",
    {
      schema: {
        summary: "Make an API token",
        description: "`token` is shown only in this response. The hub keeps its hash.",
        tags: ["tokens"],
        security: ownerSecurity,
        body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
        response: {
          201: Type.Object({ ...tokenProperties, token: Type.String() }),
          ...refusals(...changeRefusals),
        },
      },
    },
    async (request, reply) => {
      const token = createSecret(256, "shk_");
      const record = await store.addToken({ name: request.body.name, hash: hashSecret(token) });
      return reply.code(201).send({ ...record, token });
    },
  );

  app.delete(
    "/api/tokens/:id",
    {
      schema: {
        summary: "Remove an API token",
        description: "The token stops working immediately.",
        tags: ["tokens"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer() }),
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-token"),
        },
      },
    },
    async (request, reply) => {
      if (!(await store.removeToken(request.params.id))) return refuse(reply, "no-such-token");
      return reply.code(204).send(null);
    },
  );
}
