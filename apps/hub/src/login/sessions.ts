import type { FastifyReply, FastifyRequest } from "fastify";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

const sessionDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * The sessions of the owner's browsers. The cookie holds a random token, and the store its hash. A session ends 30 days
 * after it was last used.
 */
export type Sessions = {
  start(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Returns whether the request has a valid session, and extends the session. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** Like `check`, for a stream whose headers have already been sent. */
  isAlive(request: FastifyRequest): Promise<boolean>;
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

export function createSessions(store: Store, options: { now?: () => number } = {}): Sessions {
  const now = options.now ?? Date.now;

  const nextExpiry = () => new Date(now() + sessionDays * dayMs);

  return {
    async start(request, reply) {
      const token = createSecret(256);
      const expiresAt = nextExpiry();
      await store.addSession({ hash: hashSecret(token), expiresAt });
      setCookie(request, reply, token, expiresAt);
    },
    async check(request, reply) {
      const token = readSessionToken(request);
      if (!token) return false;
      const hash = hashSecret(token);
      const session = await store.session(hash);
      if (!session) return false;
      // Extends the session at most once a day, because a read of the dashboard should not write to the disk.
      const remainingMs = Date.parse(session.expiresAt) - now();
      if (remainingMs < (sessionDays - 1) * dayMs) {
        const expiresAt = nextExpiry();
        if (!(await store.renewSession({ hash, expiresAt }))) return false;
        setCookie(request, reply, token, expiresAt);
      }
      return true;
    },
    async isAlive(request) {
      const token = readSessionToken(request);
      return token !== undefined && (await store.session(hashSecret(token))) !== undefined;
    },
    async end(request, reply) {
      const token = readSessionToken(request);
      if (token) await store.removeSession(hashSecret(token));
      reply.clearCookie(cookieName(request), { path: "/", secure: isSecure(request) });
    },
  };
}

/** Returns the session token of a request, if it has one. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

function setCookie(
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
 * Returns a name for each scheme, because browsers do not let http://localhost replace a `Secure` cookie of
 * https://localhost. The prefix `__Host-` prevents a sibling host name from setting the cookie.
 */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? "__Host-scanhook" : "scanhook";
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}
