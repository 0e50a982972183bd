import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "../errors.ts";
import { isFromThisMachine } from "../plain-http.ts";
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
export function guardRoutes(
  app: FastifyInstance,
  parts: { store: Store; sessions: Sessions; tokenFailures: FailureLimit },
): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) return;
    const access = request.routeOptions.config.access ?? "owner";
    if (access === "public") return;
    if (access === "owner-or-this-machine" && isFromThisMachine(request.raw)) return;
    if (request.headers.authorization !== undefined) return checkToken(parts, request, reply);
    if (!(await parts.sessions.check(request, reply))) return refuseLogin(reply);
    const changes = request.method !== "GET" && request.method !== "HEAD";
    if (changes && !isSameOrigin(request)) return refuse(reply, "cross-site");
  });
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
  parts: { store: Store; tokenFailures: FailureLimit },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const wait = parts.tokenFailures.secondsToWait(request.ip);
  if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
  const token = bearerToken(request);
  if (token && (await parts.store.useToken(hashSecret(token)))) return;
  parts.tokenFailures.failed(request.ip);
  return refuse(reply.header("www-authenticate", 'Bearer realm="Scanhook"'), "token-wrong");
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(shk_[\w-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

function refuseLogin(reply: FastifyReply): FastifyReply {
  return refuse(reply.header("www-authenticate", 'Bearer realm="Scanhook"'), "login-needed");
}
