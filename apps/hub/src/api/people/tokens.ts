import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { personNameRule } from "../../definitions/text-rules.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { findLastingDenial } from "../../login/lasting-rights.ts";
import { makeToken } from "../../login/make-token.ts";
import { describeMissingInbox } from "../../login/missing-inbox.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { changeRefusals, noContentSchema, ownerRefusals, refusals } from "../schemas.ts";
import { idParams, limitSchema, scopeSchema, tokenProperties } from "./schemas.ts";

/**
 * Serves `/api/tokens`: tokens for programs. People see their own, and owners all. The API shows a
 * token only once, when it is created.
 */
export function serveTokens(app: App, { store }: { store: Store }): void {
  app.get(
    "/api/tokens",
    {
      schema: {
        summary: "List API tokens",
        description:
          "One's own. Owners see those of all people, unless they use a token that is limited to inboxes.",
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
    async (request) => {
      const tokens = await store.tokens(findOnlyPerson(request));
      const names = new Map((await store.people()).map((person) => [person.id, person.name]));
      return {
        tokens: tokens.map((token) => ({ ...token, personName: names.get(token.person) })),
      };
    },
  );

  app.post(
    "/api/tokens",
    {
      schema: {
        summary: "Make an API token",
        description:
          "The token may do what its scopes name, as far as its person may at that moment. A token that is limited to inboxes, or that ends, makes no tokens. `token` is shown only in this response. The hub keeps its hash.",
        tags: ["tokens"],
        security: ownerSecurity,
        body: Type.Object({
          name: Type.String(personNameRule),
          scopes: Type.Array(scopeSchema, { minItems: 1, uniqueItems: true, default: ["all"] }),
          inboxes: Type.Optional(limitSchema),
          expiresAt: Type.Optional(
            Type.String({
              format: "date-time",
              description: "When the token stops working. Without it, never.",
            }),
          ),
        }),
        response: {
          201: Type.Object({ ...tokenProperties, token: Type.String() }),
          ...refusals(...changeRefusals, "no-such-inbox"),
        },
      },
    },
    async (request, reply) => {
      const denial = findLastingDenial(request.caller!);
      if (denial) return refuse(reply, "token-too-narrow", denial);
      const { name, scopes, inboxes, expiresAt } = request.body;
      const end = expiresAt === undefined ? undefined : new Date(expiresAt);
      if (end && !(end.getTime() > Date.now())) {
        return refuse(reply, "invalid-request", exactMessage("token-ends-in-past"), "expiresAt");
      }
      // Nobody with a limit learns here which other inboxes there are.
      const isLimited = reachOfRequest(request) !== undefined;
      const missing = isLimited ? undefined : await describeMissingInbox(store, inboxes);
      if (missing) return refuse(reply, "no-such-inbox", missing, "inboxes");
      const person = request.caller!.person.id;
      const made = await makeToken(store, { name, person, scopes, inboxes, expiresAt: end });
      return reply.code(201).send(made);
    },
  );

  app.delete(
    "/api/tokens/:id",
    {
      schema: {
        summary: "Remove an API token",
        description: "The token stops working immediately. Owners may remove those of all people.",
        tags: ["tokens"],
        security: ownerSecurity,
        params: idParams,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-token"),
        },
      },
    },
    async (request, reply) => {
      const isRemoved = await store.removeToken(request.params.id, findOnlyPerson(request));
      return isRemoved ? reply.code(204).send(null) : refuse(reply, "no-such-token");
    },
  );
}

/** Returns the person whose tokens a caller sees and removes; undefined for those of all people. */
function findOnlyPerson(request: FastifyRequest): number | undefined {
  const { id, role } = request.caller!.person;
  return role === "owner" && !reachOfRequest(request) ? undefined : id;
}
