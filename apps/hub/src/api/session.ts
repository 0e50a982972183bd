import { Type } from "typebox";
import type { App } from "../app.ts";
import { refuse } from "../errors.ts";
import { ownerSecurity } from "../login/access.ts";
import type { FailureLimit } from "../login/failure-limit.ts";
import { isCrossSite } from "../login/same-origin.ts";
import { hashSecret } from "../login/secrets.ts";
import type { Sessions } from "../login/sessions.ts";
import { hashPassword, verifyPassword } from "../passwords.ts";
import type { Store } from "../store/store.ts";
import { changeRefusals, goneSchema, refusals } from "./schemas.ts";

const shortest = 8;
const stateSchema = Type.Object({ loggedIn: Type.Boolean(), passwordSet: Type.Boolean() });

/** `/api/session`: log in with the password, or set it with the one-time link; log out. */
export function serveSession(
  app: App,
  { store, sessions, failures }: { store: Store; sessions: Sessions; failures: FailureLimit },
): void {
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
          password: Type.String({ maxLength: 1000 }),
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
        if ([...password].length < shortest) return refuse(reply, "password-too-short");
        const used = await store.useCode(hashSecret(code), "login");
        if (used.kind !== "ok") {
          failures.failed(request.ip);
          return refuse(reply, "login-link-used");
        }
        await store.setOwnerPassword(await hashPassword(password));
        await store.removeCodes("login");
      } else {
        const hash = await store.ownerPassword();
        if (hash === undefined) return refuse(reply, "password-not-set");
        // Counted before the check, which takes a while: tries sent at once must not all get through.
        const blocked = failures.failed(request.ip);
        if (blocked > 0) return refuse(reply.header("retry-after", blocked), "too-many-tries");
        if (!(await verifyPassword(password, hash))) return refuse(reply, "password-wrong");
        failures.succeeded(request.ip);
      }
      await sessions.start(request, reply);
      return { loggedIn: true, passwordSet: true };
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
}
