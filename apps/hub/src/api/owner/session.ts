import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import type { FailureLimit } from "../../login/failure-limit.ts";
import type { CheckOwnerPassword } from "../../login/owner-password.ts";
import { hashPassword } from "../../login/passwords.ts";
import { isCrossSite } from "../../login/same-origin.ts";
import { hashSecret } from "../../login/secrets.ts";
import type { Sessions } from "../../login/sessions.ts";
import type { Store } from "../../store/store.ts";
import { changeRefusals, noContentSchema, refusals } from "../schemas.ts";

const minPasswordLength = 8;
const leavingSessionMs = 5000;
const passwordSchema = Type.String({ maxLength: 1000 });
const stateSchema = Type.Object({
  loggedIn: Type.Boolean(),
  passwordSet: Type.Boolean(),
  docs: Type.Boolean({ description: "Whether this hub serves its docs at /docs/." }),
});

/**
 * Serves `/api/session`: logging in with the password or a one-time link, logging out, and changing
 * the password.
 */
export function serveSession(
  app: App,
  parts: {
    store: Store;
    sessions: Sessions;
    docs: boolean;
    checkPassword: CheckOwnerPassword;
    failures: FailureLimit;
  },
): void {
  const { store, sessions, docs, checkPassword, failures } = parts;

  /**
   * Sets the password, and ends all sessions and log-in links. `session` is the session that
   * changes the password, if there is one. It lasts for another five seconds, because its page may
   * have sent other requests meanwhile.
   */
  async function setPassword(password: string, session?: string): Promise<void> {
    const expiresAt = new Date(Date.now() + leavingSessionMs);
    const leaving = session === undefined ? undefined : { session, expiresAt };
    await store.setOwnerPassword(await hashPassword(password), leaving);
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
          "Logs in with the password, or with the `code` of a one-time link, which sets the password and ends every other session. The response sets the session cookie.",
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
      const { password, code } = request.body;
      if (code !== undefined) {
        if (isTooShort(password)) return refuse(reply, "password-too-short");
        const redeemed = await store.useCode(hashSecret(code), "login");
        if (redeemed.kind !== "ok") {
          const wait = failures.recordFailure(request.ip);
          if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
          return refuse(reply, "login-link-used");
        }
        await setPassword(password);
      } else {
        const error = await checkPassword(request, reply, password);
        if (error) return refuse(reply, error);
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
          204: noContentSchema,
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
          "Ends every other session and every one-time log-in link. The session that sends the request gets a new cookie, and its old one ends after five seconds. API tokens stay valid unless `removeTokens` is true.",
        tags: ["log-in"],
        security: ownerSecurity,
        body: Type.Object({
          current: passwordSchema,
          next: passwordSchema,
          removeTokens: Type.Optional(
            Type.Boolean({ description: "Removes every API token too. Default: false." }),
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
      if (isTooShort(next)) return refuse(reply, "password-too-short");
      const error = await checkPassword(request, reply, current);
      if (error) return refuse(reply, error);
      const session = await sessions.find(request);
      await setPassword(next, session);
      if (removeTokens) for (const { id } of await store.tokens()) await store.removeToken(id);
      // A program with a token has no session.
      if (session) await sessions.start(request, reply);
      return reply.code(204).send(null);
    },
  );
}

function isTooShort(password: string): boolean {
  return [...password].length < minPasswordLength;
}
