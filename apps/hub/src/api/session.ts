import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { type ErrorCode, refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { FailureLimit } from "../login/failure-limit.ts";
import { hashPassword, verifyPassword } from "../login/passwords.ts";
import { isCrossSite } from "../login/same-origin.ts";
import { hashSecret } from "../login/secrets.ts";
import { type Sessions, sessionToken } from "../login/sessions.ts";
import type { Store } from "../store/store.ts";
import { changeRefusals, goneSchema, refusals } from "./schemas.ts";

const shortest = 8;
const passwordSchema = Type.String({ maxLength: 1000 });
const stateSchema = Type.Object({
  loggedIn: Type.Boolean(),
  passwordSet: Type.Boolean(),
  docs: Type.Boolean({ description: "Whether this hub serves its docs at /docs/." }),
});

/** `/api/session`: log in with the password, or set it with the one-time link; log out; change the password. */
export function serveSession(
  app: App,
  parts: { store: Store; sessions: Sessions; docs: boolean; failures: FailureLimit },
): void {
  const { store, sessions, docs, failures } = parts;

  /** Undefined when it is the password; else why not. */
  async function findRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    password: string,
  ): Promise<ErrorCode | undefined> {
    const hash = await store.ownerPassword();
    if (hash === undefined) return "password-not-set";
    // Counted before the check, which takes a while: tries sent at once must not all get through.
    const wait = failures.failed(request.ip);
    if (wait > 0) {
      reply.header("retry-after", wait);
      return "too-many-tries";
    }
    if (!(await verifyPassword(password, hash))) return "password-wrong";
    failures.succeeded(request.ip);
    return undefined;
  }

  /** Also ends every session and every link that would set it. */
  async function setPassword(password: string): Promise<void> {
    await store.setOwnerPassword(await hashPassword(password));
    await store.removeCodes("login");
  }

  app.get(
    "/api/session",
    {
      config: { access: "public" },
      schema: {
        summary: "Whether this browser is logged in, and whether a password is set",
        tags: ["log-in"],
        security: [],
        response: { 200: stateSchema },
      },
    },
    async (request, reply) => ({
      loggedIn: await sessions.check(request, reply),
      passwordSet: (await store.ownerPassword()) !== undefined,
      docs,
    }),
  );

  app.post(
    "/api/session",
    {
      config: { access: "public" },
      schema: {
        summary: "Log in",
        description:
          "With the password; or with the `code` of the one-time link, which sets the password and ends every other session. Answers with the session cookie.",
        tags: ["log-in"],
        security: [],
        body: Type.Object({
          password: passwordSchema,
          code: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: {
          200: stateSchema,
          ...refusals(
            "invalid-request",
            "password-wrong",
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
      const wait = failures.secondsToWait(request.ip);
      if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
      const { password, code } = request.body;
      if (code !== undefined) {
        if (isTooShort(password)) return refuse(reply, "password-too-short");
        const used = await store.useCode(hashSecret(code), "login");
        if (used.kind !== "ok") {
          failures.failed(request.ip);
          return refuse(reply, "login-link-used");
        }
        await setPassword(password);
      } else {
        const refusal = await findRefusal(request, reply, password);
        if (refusal) return refuse(reply, refusal);
      }
      await sessions.start(request, reply);
      return { loggedIn: true, passwordSet: true, docs };
    },
  );

  app.delete(
    "/api/session",
    {
      schema: {
        summary: "Log out",
        tags: ["log-in"],
        security: ownerSecurity,
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals),
        },
      },
    },
    async (request, reply) => {
      await sessions.end(request, reply);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/api/session/password",
    {
      schema: {
        summary: "Change the password",
        description:
          "Ends every other session and every one-time log-in link. The session that asks goes on, with a new cookie.",
        tags: ["log-in"],
        security: ownerSecurity,
        body: Type.Object({ current: passwordSchema, next: passwordSchema }),
        response: {
          204: goneSchema,
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
      const { current, next } = request.body;
      if (isTooShort(next)) return refuse(reply, "password-too-short");
      const refusal = await findRefusal(request, reply, current);
      if (refusal) return refuse(reply, refusal);
      await setPassword(next);
      // A program with a token has no session.
      if (sessionToken(request)) await sessions.start(request, reply);
      return reply.code(204).send(null);
    },
  );
}

function isTooShort(password: string): boolean {
  return [...password].length < shortest;
}
