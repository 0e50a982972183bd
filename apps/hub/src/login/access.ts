import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, refuse } from "../errors.ts";
import { isFromThisMachine } from "../http/plain-http.ts";
import type { Store } from "../store/store.ts";
import type { FailureLimit } from "./failure-limit.ts";
import { isSameOrigin } from "./same-origin.ts";
import { hashSecret } from "./secrets.ts";
import { type Sessions, sessionToken } from "./sessions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who gets an answer: the owner (when nothing is said), everybody, or also this machine itself. */
    access?: "owner" | "public" | "owner-or-this-machine";
  }
}

/** OpenAPI `security` of a route that wants a log-in. */
export const ownerSecurity: { readonly [name: string]: readonly string[] }[] = [
  { session: [] },
  { token: [] },
];

/** Every route asks for a log-in unless its config says otherwise; this is the one place that decides. */
export function guardRoutes(app: FastifyInstance, parts: Parts): void {
  app.addHook("onRequest", (request, reply, done) => {
    const access = request.routeOptions.config.access ?? "owner";
    const isFree =
      request.is404 ||
      access === "public" ||
      (access === "owner-or-this-machine" && isFromThisMachine(request.raw));
    if (isFree) return done();
    findRefusal(parts, request, reply).then((code) => {
      if (code) refuse(reply, code);
      else done();
    }, done);
  });
}

type Parts = { store: Store; sessions: Sessions; tokenFailures: FailureLimit };

/** Why a request must not go on; undefined when it is the owner's. */
async function findRefusal(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ErrorCode | undefined> {
  if (request.headers.authorization !== undefined) return checkToken(parts, request, reply);
  if (!(await parts.sessions.check(request, reply))) {
    reply.header("www-authenticate", challenge);
    return "login-needed";
  }
  const changes = request.method !== "GET" && request.method !== "HEAD";
  return changes && !isSameOrigin(request) ? "cross-site" : undefined;
}

/** Whether a stream opened earlier may go on: its session or token may have ended meanwhile. */
export async function mayGoOn(
  parts: { store: Store; sessions: Sessions },
  request: FastifyRequest,
): Promise<boolean> {
  const token = bearerToken(request);
  if (token) return (await parts.store.useToken(hashSecret(token))) !== undefined;
  return sessionToken(request) !== undefined && parts.sessions.isAlive(request);
}

async function checkToken(
  { store, tokenFailures }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ErrorCode | undefined> {
  const wait = tokenFailures.secondsToWait(request.ip);
  if (wait > 0) {
    reply.header("retry-after", wait);
    return "too-many-tries";
  }
  const token = bearerToken(request);
  if (token && (await store.useToken(hashSecret(token)))) return undefined;
  tokenFailures.failed(request.ip);
  reply.header("www-authenticate", challenge);
  return "token-wrong";
}

const challenge = 'Bearer realm="Scanhook"';

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(shk_[\w-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
}
