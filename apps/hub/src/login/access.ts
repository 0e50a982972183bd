import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, refuse } from "../http/errors.ts";
import { isFromThisMachine } from "../http/plain-http.ts";
import type { Store } from "../store/store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { isSameOrigin } from "./same-origin.ts";
import { hashSecret } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The callers that an endpoint accepts. Default: the owner. */
    access?: "owner" | "public" | "owner-or-this-machine";
  }
}

/** The OpenAPI `security` of an endpoint that needs a log-in. */
export const ownerSecurity: { readonly [name: string]: readonly string[] }[] = [
  { session: [] },
  { token: [] },
];

/**
 * Requires a log-in for every endpoint whose config does not say otherwise. Access is decided only
 * here.
 */
export function guardEndpoints(app: FastifyInstance, parts: GuardParts): void {
  const isAllowedNow = shareChecks((request) => isStillAllowed(parts, request));
  app.addHook("onRequest", (request, reply, done) => {
    const access = request.routeOptions.config.access ?? "owner";
    const needsNoLogin =
      request.is404 ||
      access === "public" ||
      (access === "owner-or-this-machine" && isFromThisMachine(request.raw));
    if (needsNoLogin) return done();
    checkAccess(parts, request, reply).then((code) => {
      if (code) return refuse(reply, code);
      endWithRight(isAllowedNow, request, reply);
      done();
    }, done);
  });
}

type GuardParts = { store: Store; sessions: Sessions; tokenFailures: FailureLimit };

/**
 * Returns the error for a request that the owner did not make, or undefined if the owner made it.
 */
async function checkAccess(
  parts: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ErrorCode | undefined> {
  if (request.headers.authorization !== undefined) return checkToken(parts, request, reply);
  if (!(await parts.sessions.check(request, reply))) {
    reply.header("www-authenticate", challenge);
    return "login-needed";
  }
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  return isChange && !isSameOrigin(request) ? "cross-site" : undefined;
}

/**
 * How often the session or token of a request is checked again while its response is sent, in
 * milliseconds.
 */
const recheckIntervalMs = 700;

/**
 * Closes the connection of a request within a second after its session or token has ended, for
 * example by a log-out. This ends long responses such as event streams, exports and downloads.
 */
function endWithRight(isAllowedNow: Check, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  let timer = setTimeout(recheck, recheckIntervalMs).unref();
  async function recheck() {
    const isAllowed = await isAllowedNow(request);
    // A request that ends its own session, such as a change of the password, still gets its
    // response.
    if (!isAllowed && raw.headersSent) raw.destroy();
    else if (!raw.closed) timer = setTimeout(recheck, recheckIntervalMs).unref();
  }
  raw.once("close", () => clearTimeout(timer));
}

type Check = (request: FastifyRequest) => Promise<boolean>;

/**
 * How long a check is shared. Thousands of viewers may use one token, so their checks within this
 * time are one.
 */
const sharedCheckMs = 200;

function shareChecks(check: Check): Check {
  const running = new Map<string, Promise<boolean>>();
  return (request) => {
    const { authorization, cookie = "" } = request.headers;
    const right = `${request.protocol} ${authorization ?? cookie}`;
    const shared = running.get(right);
    if (shared) return shared;
    // While the store cannot be read, sessions and tokens stay valid.
    const checking = check(request).catch(() => true);
    running.set(right, checking);
    setTimeout(() => running.delete(right), sharedCheckMs).unref();
    return checking;
  };
}

/** Returns whether the session or token of a request is still valid. */
async function isStillAllowed(
  parts: Pick<GuardParts, "store" | "sessions">,
  request: FastifyRequest,
): Promise<boolean> {
  const token = readBearerToken(request);
  if (token) return (await parts.store.useToken(hashSecret(token))) !== undefined;
  return (await parts.sessions.find(request)) !== undefined;
}

async function checkToken(
  { store, tokenFailures }: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ErrorCode | undefined> {
  const token = readBearerToken(request);
  if (token && (await store.useToken(hashSecret(token)))) return undefined;
  // Only wrong tokens are limited, so that a guesser cannot lock out others with the same address.
  const wait = tokenFailures.recordFailure(request.ip);
  if (wait > 0) {
    reply.header("retry-after", wait);
    return "too-many-tries";
  }
  reply.header("www-authenticate", challenge);
  return "token-wrong";
}

const challenge = 'Bearer realm="Scanhook"';

function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(shk_[\w-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
}
