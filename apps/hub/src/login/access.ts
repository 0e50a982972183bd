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
 * Requires a log-in for every endpoint whose config does not say otherwise. No other place decides
 * who has access.
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

/** Returns the error for a request that is not the owner's; undefined if it is. */
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

/** How often a right is checked again while its request is being answered, in milliseconds. */
const recheckMs = 700;

/**
 * Closes the connection of a request within a second of the end of its right, as by a log-out or a
 * removed token, however long its response is: a stream of events, an export, a download.
 */
function endWithRight(isAllowedNow: Check, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  let timer = setTimeout(recheck, recheckMs).unref();
  async function recheck() {
    const isAllowed = await isAllowedNow(request);
    // A request that ends its own right, such as a change of the password, still gets its response.
    if (!isAllowed && raw.headersSent) raw.destroy();
    else if (!raw.closed) timer = setTimeout(recheck, recheckMs).unref();
  }
  raw.once("close", () => clearTimeout(timer));
}

type Check = (request: FastifyRequest) => Promise<boolean>;

/** Thousands of viewers may use one token, so their checks within a fifth of a second are one. */
const sharedMs = 200;

function shareChecks(check: Check): Check {
  const running = new Map<string, Promise<boolean>>();
  return (request) => {
    const { authorization, cookie = "" } = request.headers;
    const right = `${request.protocol} ${authorization ?? cookie}`;
    const shared = running.get(right);
    if (shared) return shared;
    // While the store cannot be read, the right is as it was.
    const checking = check(request).catch(() => true);
    running.set(right, checking);
    setTimeout(() => running.delete(right), sharedMs).unref();
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
  // Only a wrong token is limited: whoever shares the address with somebody who guesses has the
  // right one.
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
