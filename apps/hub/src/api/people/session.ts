import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { runAs } from "../../login/author.ts";
import type { FailureLimit } from "../../login/failure-limit.ts";
import type { CheckPassword } from "../../login/password-check.ts";
import { hashPassword } from "../../login/passwords.ts";
import { isCrossSite } from "../../login/same-origin.ts";
import type { CheckSecondFactor } from "../../login/second-factor.ts";
import { hashSecret } from "../../login/secrets.ts";
import type { Sessions } from "../../login/sessions.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, noContentSchema, refusals } from "../schemas.ts";
import { isTooShort, passwordSchema, personSchema } from "./schemas.ts";

const leavingSessionMs = 5000;

export const sessionStateSchema = Type.Object({
  loggedIn: Type.Boolean(),
  person: Type.Optional(personSchema),
  refused: Type.Optional(
    Type.String({
      description: "The code of the error with which the person whom a proxy names is refused.",
    }),
  ),
  passwordSet: Type.Boolean({ description: "Somebody has set a password of this hub." }),
  named: Type.Boolean({
    description: "Somebody else than the first owner has a password, so a name is needed.",
  }),
  sso: Type.Optional(
    Type.Object(
      { name: Type.String() },
      { description: "The provider of single sign-on, whose log-in begins at `/sso/login`." },
    ),
  ),
  passkeys: Type.Boolean({ description: "Somebody can log in with a passkey." }),
  docs: Type.Boolean({ description: "Whether this hub serves its docs at /docs/." }),
});

/** The ways to log in besides passwords that a hub offers. */
export type OtherLogins = {
  sso: { name: string } | undefined;
  /** Undefined while passkeys cannot be used. */
  passkeys: boolean;
  /** Returns the address at the provider where a person logs out, if they logged in there. */
  logoutUrl(idToken: string | undefined): Promise<string | undefined>;
};

type SessionParts = StateParts & {
  sessions: Sessions;
  checkPassword: CheckPassword;
  checkSecondFactor: CheckSecondFactor;
  failures: FailureLimit;
};

/** The parts from which the state of a session is read. */
export type StateParts = { store: Store; docs: boolean; others: OtherLogins };

/** Returns who is logged in, and how one can log in, as `GET /api/session` does. */
export async function readSessionState(
  { store, docs, others }: StateParts,
  { caller, refusal }: FastifyRequest,
) {
  const { passwordSet, named, passkeys } = await store.loginWays();
  return {
    loggedIn: caller !== undefined,
    person: caller?.person,
    refused: refusal,
    passwordSet,
    named,
    sso: others.sso,
    passkeys: others.passkeys && passkeys,
    docs,
  };
}

/**
 * Serves `/api/session`: logging in with a password or a one-time link, logging out, and changing
 * the password.
 */
export function serveSession(app: App, parts: SessionParts): void {
  const { store, sessions, checkPassword, checkSecondFactor, failures, others } = parts;

  const readState = (request: FastifyRequest) => readSessionState(parts, request);

  app.get(
    "/api/session",
    {
      config: { access: "anybody" },
      schema: {
        summary: "Who is logged in, and how one can log in",
        tags: ["log-in"],
        security: [],
        response: { 200: sessionStateSchema },
      },
    },
    readState,
  );

  app.post(
    "/api/session/link",
    {
      config: { access: "public" },
      schema: {
        summary: "Whom a one-time link is for",
        tags: ["log-in"],
        security: [],
        body: Type.Object({ code: Type.String({ maxLength: 200 }) }),
        response: {
          200: Type.Object({ name: Type.String(), hasPassword: Type.Boolean() }),
          ...refusals("invalid-request", "login-link-used", "too-many-tries"),
        },
      },
    },
    async (request, reply) => {
      const person = await store.personOfCode(hashSecret(request.body.code));
      if (person) return { name: person.name, hasPassword: person.hasPassword };
      const wait = failures.recordFailure(request.ip);
      if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
      return refuse(reply, "login-link-used");
    },
  );

  app.post(
    "/api/session",
    {
      config: { access: "public" },
      schema: {
        summary: "Log in",
        description:
          "Logs in with a name and a password, or with the `code` of a one-time link, which sets the password and ends every other session of its person. Without a name, logs in the first owner. `second` is a one-time password or a recovery code, for people who have a second factor. The response sets the session cookie.",
        tags: ["log-in"],
        security: [],
        body: Type.Object({
          name: Type.Optional(Type.String({ maxLength: 100 })),
          password: passwordSchema,
          second: Type.Optional(Type.String({ maxLength: 100 })),
          code: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: {
          200: sessionStateSchema,
          ...refusals(
            "invalid-request",
            "password-wrong",
            "login-wrong",
            "second-factor-needed",
            "second-factor-wrong",
            "second-factor-locked",
            "too-many-codes",
            "login-link-used",
            "cross-site",
            "password-not-set",
            "password-too-short",
            "too-many-tries",
          ),
        },
      },
    },
    async (request, reply) => {
      if (isCrossSite(request)) return refuse(reply, "cross-site");
      const { name, password, second, code } = request.body;
      let person: number | undefined;
      if (code !== undefined) {
        if (isTooShort(password)) return refuse(reply, "password-too-short");
        const redeemed = await store.useCode(hashSecret(code), "login");
        if (redeemed.kind !== "ok" || redeemed.person === undefined) {
          const wait = failures.recordFailure(request.ip);
          if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
          return refuse(reply, "login-link-used");
        }
        person = redeemed.person;
        const hash = await hashPassword(password);
        const { name: by = "" } = (await store.person(person)) ?? {};
        await runAs({ by, via: "page" }, () => store.setPassword(redeemed.person!, hash));
      } else {
        const found =
          name === undefined ? await store.firstOwner() : await store.personByName(name);
        if (name === undefined && !found!.hasPassword) return refuse(reply, "password-not-set");
        const error = await checkPassword(request, reply, { person: found?.id, password });
        if (error === "password-wrong" && name !== undefined) return refuse(reply, "login-wrong");
        if (error) return refuse(reply, error);
        person = found!.id;
        const missing = await checkSecondFactor(request, reply, { person, second });
        if (missing) return refuse(reply, missing);
      }
      await sessions.start(request, reply, { person, method: "password" });
      const logged = await store.person(person);
      request.caller = logged && { person: logged, via: "session" };
      return readState(request);
    },
  );

  app.delete(
    "/api/session",
    {
      schema: {
        summary: "Log out",
        description:
          "If the person logged in at a provider, the response has the address at which they log out there.",
        tags: ["log-in"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ location: Type.String() }),
          204: noContentSchema,
          ...refusals(...changeRefusals),
        },
      },
    },
    async (request, reply) => {
      const { idToken } = await sessions.end(request, reply);
      const location = await others.logoutUrl(idToken);
      return location === undefined ? reply.code(204).send(null) : { location };
    },
  );

  app.post(
    "/api/session/password",
    {
      schema: {
        summary: "Change one's password",
        description:
          "Ends every other session of the person, and their one-time links. The session that sends the request gets a new cookie, and its old one ends after five seconds. API tokens stay valid unless `removeTokens` is true.",
        tags: ["log-in"],
        security: ownerSecurity,
        body: Type.Object({
          current: passwordSchema,
          next: passwordSchema,
          removeTokens: Type.Optional(
            Type.Boolean({
              description: "Removes the API tokens of the person too. Default: false.",
            }),
          ),
        }),
        response: {
          204: noContentSchema,
          ...refusals(
            ...changeRefusals,
            "password-wrong",
            "password-not-set",
            "password-too-short",
          ),
        },
      },
    },
    async (request, reply) => {
      const { current, next, removeTokens = false } = request.body;
      const { id: person, hasPassword } = request.caller!.person;
      if (!hasPassword) return refuse(reply, "password-not-set");
      if (isTooShort(next)) return refuse(reply, "password-too-short");
      const error = await checkPassword(request, reply, { person, password: current });
      if (error) return refuse(reply, error);
      const session = await sessions.find(request);
      // The session lasts for another five seconds, because its page may have sent other requests
      // meanwhile.
      const expiresAt = new Date(Date.now() + leavingSessionMs);
      const leaving = session && { session: session.hash, expiresAt };
      await store.setPassword(person, await hashPassword(next), leaving);
      if (removeTokens)
        for (const { id } of await store.tokens(person)) await store.removeToken(id);
      // The program with a token and the page behind a proxy have no session.
      if (session) await sessions.start(request, reply, { person, method: "password" });
      return reply.code(204).send(null);
    },
  );
}
