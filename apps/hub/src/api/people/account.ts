import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { OfferedPasskeys } from "../../login/passkeys.ts";
import type { Sessions } from "../../login/sessions.ts";
import type { Store } from "../../store/store.ts";
import { say } from "../../texts/exact-message.ts";
import { translateFor } from "../../texts/translate-sentence.ts";
import { changeRefusals, noContentSchema, ownerRefusals, refusals } from "../schemas.ts";
import { passkeySchema, personSchema, sessionSchema } from "./schemas.ts";

const offerSchema = Type.Object({
  offered: Type.Boolean(),
  reason: Type.Optional(Type.String({ description: "Why it is not offered, in one sentence." })),
});

const accountSchema = Type.Object({
  person: personSchema,
  hasTotp: Type.Boolean({ description: "Log-ins by password need a second factor." }),
  recoveryCodes: Type.Integer({ description: "The number of recovery codes that are left." }),
  sessions: Type.Array(sessionSchema, { description: "The newest first." }),
  passkeys: Type.Array(passkeySchema, { description: "The oldest first." }),
  offers: Type.Object({ passkeys: offerSchema, sso: offerSchema }),
});

/**
 * Serves `/api/account`: what people see of their own account, and the sessions that they can end.
 */
export function serveAccount(
  app: App,
  parts: {
    store: Store;
    sessions: Sessions;
    passkeys: OfferedPasskeys;
    /** Why single sign-on is not offered, in one sentence. */
    noSso: string | undefined;
    /** The language of the hub. */
    language: string;
  },
): void {
  const { store, sessions, passkeys, noSso, language } = parts;
  const toOffer = (reason: string | undefined, request: FastifyRequest) => ({
    offered: reason === undefined,
    reason: reason && translateFor(request, reason, language),
  });

  app.get(
    "/api/account",
    {
      schema: {
        summary: "One's own account",
        description: "With the sessions and passkeys of the person, and what this hub offers them.",
        tags: ["account"],
        security: ownerSecurity,
        response: { 200: accountSchema, ...refusals(...ownerRefusals) },
      },
    },
    async (request) => {
      const { person } = request.caller!;
      const [secrets, current, listed, known] = await Promise.all([
        store.loginSecrets(person.id),
        sessions.find(request),
        store.sessions(person.id),
        store.passkeys(person.id),
      ]);
      const noPasskeys = person.sso ? passkeysOfSso : passkeys.ok ? undefined : passkeys.reason;
      return {
        person,
        hasTotp: person.hasTotp,
        recoveryCodes: secrets?.recoveryCodes ?? 0,
        sessions: listed.map((session) => ({ ...session, current: session.id === current?.hash })),
        passkeys: known,
        offers: { passkeys: toOffer(noPasskeys, request), sso: toOffer(noSso, request) },
      };
    },
  );

  app.delete(
    "/api/account/sessions/:id",
    {
      schema: {
        summary: "End one of one's sessions",
        description: "The browser is logged out. Its streams end within a second.",
        tags: ["account"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        response: { 204: noContentSchema, ...refusals(...changeRefusals, "no-such-session") },
      },
    },
    async (request, reply) => {
      const ended = await store.removeSession(request.params.id, request.caller!.person.id);
      return ended ? reply.code(204).send(null) : refuse(reply, "no-such-session");
    },
  );
}

/** Why people of a provider have no passkeys: these would outlive their account there. */
export const passkeysOfSso = say("passkeys-at-provider");
