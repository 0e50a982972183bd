import type { FastifyReply, FastifyRequest } from "fastify";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

const sessionDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Sessions of the owner's browsers. The cookie holds a random token, the store its hash.
 * A session ends 30 days after it was last used.
 */
export type Sessions = {
  start(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** True when the request carries a good session; also keeps it alive. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Like check, for a stream that is already being answered. */
  isAlive(request: FastifyRequest): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

export function createSessions(store: Store, options: { now?: () => number } = {}): Sessions {
  const now = options.now ?? Date.now;

  const inDays = () => new Date(now() + sessionDays * dayMs);

  return {
    async start(request, reply) {
      const token = createSecret(256);
      const expiresAt = inDays();
      await store.addSession({ hash: hashSecret(token), expiresAt });
      giveCookie(request, reply, token, expiresAt);
    },
    async check(request, reply) {
      const token = sessionToken(request);
      if (!token) return false;
      const hash = hashSecret(token);
      const session = await store.session(hash);
      if (!session) return false;
      // Renewed once a day at most, so that reading the dashboard does not write to the disk.
      const left = Date.parse(session.expiresAt) - now();
      if (left < (sessionDays - 1) * dayMs) {
        const expiresAt = inDays();
        if (!(await store.renewSession({ hash, expiresAt }))) return false;
        giveCookie(request, reply, token, expiresAt);
      }
      return true;
    },
    async isAlive(request) {
      const token = sessionToken(request);
      return token !== undefined && (await store.session(hashSecret(token))) !== undefined;
    },
    async end(request, reply) {
      const token = sessionToken(request);
      if (token) await store.removeSession(hashSecret(token));
      reply.clearCookie(cookieName(request), { path: "/", secure: isSecure(request) });
    },
  };
}

/** The session token of a request, if it carries one. */
export function sessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

function giveCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  expires: Date,
): void {
  reply.setCookie(cookieName(request), token, {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure: isSecure(request),
    expires,
  });
}

/**
 * Two names, since a browser refuses to let http://localhost replace a `Secure` cookie of https://localhost;
 * `__Host-` keeps a sibling host name from planting one.
 */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? "__Host-scanhook" : "scanhook";
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}
