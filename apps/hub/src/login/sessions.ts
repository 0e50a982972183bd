import type { FastifyReply, FastifyRequest } from "fastify";
import type { LoginMethod } from "../store/logins.ts";
import type { PersonRecord } from "../store/people.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createSecret, hashSecret } from "./secrets.ts";

const sessionDays = 30;
const lastMinuteMs = 60_000;
const maxUnstoredSessions = 100;
const dayMs = 24 * 60 * 60 * 1000;
const maxAgentLength = 300;
/** The resolution of the time at which a session was last used. */
const useResolutionMs = 10 * 60_000;

/**
 * The sessions of browsers. The cookie holds a random token, and the store its hash. A session ends
 * 30 days after it was last used. While the store cannot write, as on a full disk, a new session
 * exists only in this process, so that the owner can log in and find the cause.
 */
export type Sessions = {
  start(request: FastifyRequest, reply: FastifyReply, login: NewLogin): Promise<void>;
  /** Returns the person of a request that has a valid session, and extends the session. */
  check(request: FastifyRequest, reply: FastifyReply): Promise<PersonRecord | undefined>;
  /** Returns the valid session of a request, if it has one. Does not extend it. */
  find(request: FastifyRequest): Promise<{ hash: string; person: PersonRecord } | undefined>;
  /** Ends the sessions of a request. Returns the ID token of a provider, if one has it. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<{ idToken: string | undefined }>;
};

/** A person who has just shown who they are, with the ID token if a provider told it. */
export type NewLogin = { person: number; method: LoginMethod; idToken?: string | undefined };

export function createSessions(store: Store, options: { now?: () => number } = {}): Sessions {
  const now = options.now ?? Date.now;

  /**
   * The sessions that could not be stored, by hash, with their end in milliseconds since 1970.
   * `password` is the hash of the password at their start, because a new password has to end these
   * sessions, too.
   */
  const unstored = new Map<
    string,
    { expiresAt: number; person: number; password: string | undefined }
  >();

  async function findUnstored(hash: string): Promise<PersonRecord | undefined> {
    const session = unstored.get(hash);
    if (!session || session.expiresAt <= now()) return undefined;
    const secrets = await store.loginSecrets(session.person);
    return secrets?.passwordHash === session.password ? store.person(session.person) : undefined;
  }

  /** Returns the first valid token of a request, with its session if that is stored. */
  async function findSession(request: FastifyRequest) {
    for (const token of readSessionTokens(request)) {
      const hash = hashSecret(token);
      const person = await findUnstored(hash);
      if (person) return { token, hash, person };
      const session = await store.session(hash);
      if (session) return { token, hash, person: session.owner, session };
    }
    return undefined;
  }

  const nextExpiry = () => new Date(now() + sessionDays * dayMs);

  return {
    async start(request, reply, { person, method, idToken }) {
      const token = createSecret(256);
      const expiresAt = nextExpiry();
      const hash = hashSecret(token);
      const agent = request.headers["user-agent"]?.slice(0, maxAgentLength);
      try {
        await store.addSession({ hash, person, method, agent, idToken, expiresAt });
        await store.recordLogin(person);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const password = (await store.loginSecrets(person))?.passwordHash;
        unstored.set(hash, { expiresAt: expiresAt.getTime(), person, password });
        if (unstored.size > maxUnstoredSessions) unstored.delete(unstored.keys().next().value!);
      }
      setCookie(request, reply, token, expiresAt);
    },
    async check(request, reply) {
      const found = await findSession(request);
      if (!found?.session) return found?.person;
      const { token, hash, session, person } = found;
      // Extends the session at most once a day, because a read of the dashboard should not write to
      // the disk.
      const remainingMs = Date.parse(session.expiresAt) - now();
      // A session in its last minute is not extended. Its browser has a new one since the password
      // was changed.
      if (remainingMs > lastMinuteMs && remainingMs < (sessionDays - 1) * dayMs) {
        const expiresAt = nextExpiry();
        if (!(await store.renewSession({ hash, expiresAt }))) return undefined;
        setCookie(request, reply, token, expiresAt);
      }
      const usedAt = Date.parse(session.lastUsedAt ?? session.createdAt);
      // A full disk must not lock people out.
      if (now() - usedAt >= useResolutionMs) store.recordSessionUse(hash).catch(() => {});
      return person;
    },
    async find(request) {
      const found = await findSession(request);
      return found && { hash: found.hash, person: found.person };
    },
    async end(request, reply) {
      let idToken: string | undefined;
      for (const token of readSessionTokens(request)) {
        unstored.delete(hashSecret(token));
        idToken = (await store.removeSession(hashSecret(token)))?.idToken ?? idToken;
      }
      reply.clearCookie(cookieName(request), { path: "/", secure: isSecure(request) });
      return { idToken };
    },
  };
}

/**
 * Returns the session tokens of a request. There are several when another program on this machine
 * sets a cookie with the same name, because cookies do not tell ports apart (RFC 6265 8.5).
 */
function readSessionTokens(request: FastifyRequest): string[] {
  const start = `${cookieName(request)}=`;
  return (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
    .slice(0, maxTokens);
}

const maxTokens = 10;

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
 * Returns the name of the session cookie. It depends on the scheme, because browsers do not let
 * http://localhost replace a `Secure` cookie of https://localhost. The prefix `__Host-` prevents a
 * sibling host name from setting the cookie.
 */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? "__Host-scanhook" : "scanhook";
}

function isSecure(request: FastifyRequest): boolean {
  return request.protocol === "https";
}
