import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { type ErrorCode, refuse } from "../http/errors.ts";
import { isFromThisMachine } from "../http/plain-http.ts";
import type { PersonRecord } from "../store/people.ts";
import type { RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import type { ExactMessage } from "../texts/exact-message.ts";
import { runAs, toAuthor } from "./author.ts";
import type { FailureLimit } from "./failure-limit.ts";
import {
  type Caller,
  type Denial,
  findDenial,
  findReachDenial,
  type Right,
  reachOf,
  rights,
} from "./rights.ts";
import { isSameOrigin } from "./same-origin.ts";
import { hashSecret, readBearerToken, tokenChallenge } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * `public` endpoints need no log-in, and `this-machine` ones none from this machine. At
     * `anybody` ones a log-in is noted if there is one.
     */
    access?: "public" | "anybody" | "this-machine";
  }
  interface FastifyRequest {
    /** The caller of the request. Undefined at public endpoints, and for this machine. */
    caller: Caller | undefined;
    /** Why the person whom a proxy names is refused, at `anybody` endpoints. */
    refusal: ErrorCode | undefined;
  }
}

/** The OpenAPI `security` of an endpoint that needs a log-in. */
export const ownerSecurity: { readonly [name: string]: readonly string[] }[] = [
  { session: [] },
  { token: [] },
];

/** The people that a trusted proxy names in a header. */
export type ProxyPeople = {
  /** Finds the person of a request, or why they are refused. Undefined if no header counts. */
  find(request: FastifyRequest): Promise<PersonRecord | ErrorCode | undefined>;
  /** Returns whether the latest request of a person was refused. */
  isRefused(person: number): boolean;
};

type GuardParts = {
  store: Store;
  sessions: Sessions;
  tokenFailures: FailureLimit;
  proxyPeople?: ProxyPeople | undefined;
};

/**
 * Requires a log-in, and the right in the table of `rights.ts`, for every endpoint whose config
 * does not say that it is public. Access is decided only here. Handlers run on behalf of the caller
 * (`author.ts`). Throws for an endpoint without a row in the table.
 */
export function guardEndpoints(app: FastifyInstance, parts: GuardParts): void {
  const findCallerNow = shareChecks((request) => findCallerAgain(parts, request));
  app.decorateRequest("caller", undefined);
  app.decorateRequest("refusal", undefined);
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    routes.push(route);
  });
  app.addHook("onReady", (done) => {
    // Not in the hook above, because a scope may still make a route public.
    for (const { method, url, config } of routes) {
      const isOpen = config?.access === "public" || config?.access === "anybody";
      if (!isOpen && !findRight(String(method), url)) {
        return done(new Error(`${method} ${url} has no row in the table of login/rights.ts.`));
      }
    }
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { access } = request.routeOptions.config;
    const needsNoLogin =
      request.is404 ||
      access === "public" ||
      (access === "this-machine" && isFromThisMachine(request.raw));
    if (needsNoLogin) return done();
    if (access === "anybody") return void noteCaller(parts, request, reply).then(done, done);
    checkAccess(parts, request, reply).then((refusal) => {
      if (refusal) return refuse(reply, refusal.code, refusal.message);
      endWithRight(parts.store, findCallerNow, request, reply);
      done();
    }, done);
  });
  // Not before the body was read: its events come from outside of the request.
  app.addHook("preHandler", ({ caller }, _reply, done) => {
    if (caller) runAs(toAuthor(caller), done);
    else done();
  });
}

/** Returns the row of an endpoint in the table. HEAD needs what GET needs. */
function findRight(method: string, url = ""): Right | undefined {
  return rights.get(`${method === "HEAD" ? "GET" : method} ${url}`);
}

/** Returns the inboxes that the caller of a request is limited to. Undefined: all. */
export function reachOfRequest({ caller }: FastifyRequest): readonly string[] | undefined {
  return caller && reachOf(caller);
}

/** Returns whether an owner makes a request. */
export function isOwner({ caller }: FastifyRequest): boolean {
  return caller?.person.role === "owner";
}

type Refusal = { code: ErrorCode; message?: ExactMessage };

/** Returns why a request is refused. Undefined if its caller, which it notes, may make it. */
async function checkAccess(
  parts: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  const found = await findCaller(parts, request, reply);
  if ("code" in found) return found;
  request.caller = found;
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  if (isChange && !found.token && !isSameOrigin(request)) return { code: "cross-site" };
  const right = findRight(request.method, request.routeOptions.url)!;
  return findDenial(found, right) ?? findPathDenial(parts.store, request, found, right);
}

/** Notes the person of a session or of a proxy, if there is one, or why they are refused. */
async function noteCaller(
  parts: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> {
  const found = await findPerson(parts, request, reply);
  if (!found) return;
  if ("code" in found) request.refusal = found.code;
  else request.caller = found;
}

async function findCaller(
  parts: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | Refusal> {
  if (request.headers.authorization !== undefined) return findByToken(parts, request, reply);
  const found = await findPerson(parts, request, reply);
  if (found) return found;
  reply.header("www-authenticate", tokenChallenge);
  return { code: "login-needed" };
}

/** Finds the person of a session, or else the one that a proxy names. */
async function findPerson(
  { sessions, proxyPeople }: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | Refusal | undefined> {
  const person = await sessions.check(request, reply);
  if (person) return { person, via: "session" };
  const named = await proxyPeople?.find(request);
  if (typeof named === "string") return { code: named };
  return named && { person: named, via: "proxy" };
}

/** Returns why the caller may not use the inbox, register or scan that the path names. */
async function findPathDenial(
  store: Pick<Store, "inboxesOfRegister" | "registers" | "scan">,
  request: FastifyRequest,
  caller: Caller,
  { reach, role }: Right,
): Promise<Denial | undefined> {
  if (reach === "none" || reach === "filter" || reach === "hub") return undefined;
  if (!findReachDenial(caller, undefined)) return undefined;
  const { name = "", id = "" } = request.params as { name?: string; id?: string };
  if (reach === "inbox") return findReachDenial(caller, [name]);
  if (reach === "register") {
    const inboxes = await store.inboxesOfRegister(name);
    return findReachDenial(caller, inboxes, { all: role === "manager" });
  }
  if (reach === "list")
    return findReachDenial(caller, await findInboxesOfList(store, name), { all: true });
  const scan = await store.scan(Number(id));
  return findReachDenial(caller, scan ? [scan.inbox] : []);
}

/** Returns the inboxes of a register and of those that share its entries. */
async function findInboxesOfList(store: Pick<Store, "registers">, name: string): Promise<string[]> {
  const registers = await store.registers();
  const toOwner = (register: RegisterRecord) => register.entriesFrom ?? register.name;
  const named = registers.find((register) => register.name === name);
  return registers
    .filter((register) => named && toOwner(register) === toOwner(named))
    .flatMap(({ bindings }) => bindings.map(({ inbox }) => inbox));
}

/**
 * How often the right of a request is checked again while its response is sent, in milliseconds.
 */
const recheckIntervalMs = 500;

/**
 * Closes the connection of a request within a second after its right has ended: by a log-out, by
 * another role or other inboxes of its person, or because other inboxes feed the register. This
 * ends long responses such as event streams, exports and downloads, and requests whose body takes
 * long.
 */
function endWithRight(
  store: Store,
  findCallerNow: FindAgain,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { raw } = reply;
  const before = request.caller!;
  const right = findRight(request.method, request.routeOptions.url)!;
  let timer = setTimeout(recheck, recheckIntervalMs).unref();
  async function recheck() {
    const now = await findCallerNow(request);
    const isAllowed =
      now === "unknown" ||
      (now &&
        !findDenial(now, right) &&
        hasSameReach(before, now) &&
        !(await findPathDenial(store, request, now, right).catch(() => undefined)));
    // A request whose body is still being sent has done nothing yet. One that ends its own session,
    // such as a change of the password, still gets its response.
    if (!isAllowed && (raw.headersSent || !request.raw.complete)) raw.destroy();
    else if (!raw.closed) timer = setTimeout(recheck, recheckIntervalMs).unref();
  }
  raw.once("close", () => clearTimeout(timer));
}

function hasSameReach(before: Caller, now: Caller): boolean {
  return JSON.stringify(reachOf(before)) === JSON.stringify(reachOf(now));
}

/** Finds the caller of a request as they are now. `unknown` while the store cannot be read. */
type FindAgain = (request: FastifyRequest) => Promise<Caller | "unknown" | undefined>;

/**
 * How long a check is shared. Thousands of viewers may use one token, so their checks within this
 * time are one.
 */
const sharedCheckMs = 200;

function shareChecks(find: (request: FastifyRequest) => Promise<Caller | undefined>): FindAgain {
  const running = new Map<string, ReturnType<FindAgain>>();
  return (request) => {
    const { person, via } = request.caller!;
    const { authorization, cookie = "" } = request.headers;
    const key = `${request.protocol} ${via} ${person.id} ${authorization ?? cookie}`;
    const shared = running.get(key);
    if (shared) return shared;
    // While the store cannot be read, sessions and tokens stay valid.
    const checking = find(request).catch(() => "unknown" as const);
    running.set(key, checking);
    setTimeout(() => running.delete(key), sharedCheckMs).unref();
    return checking;
  };
}

/** Returns the caller of a request as they are now, if the session or token is still valid. */
async function findCallerAgain(
  { store, sessions, proxyPeople }: GuardParts,
  request: FastifyRequest,
): Promise<Caller | undefined> {
  const token = readBearerToken(request.headers.authorization);
  if (token) {
    const found = await store.useToken(hashSecret(token));
    return found && { person: found.owner, via: "token", token: found };
  }
  const { via, person: before } = request.caller!;
  if (via === "proxy" && proxyPeople?.isRefused(before.id)) return undefined;
  const person =
    via === "proxy" ? await store.person(before.id) : (await sessions.find(request))?.person;
  return person && { person, via };
}

async function findByToken(
  { store, tokenFailures }: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | Refusal> {
  const token = readBearerToken(request.headers.authorization);
  const found = token && (await store.useToken(hashSecret(token)));
  if (found) return { person: found.owner, via: "token", token: found };
  // Only wrong tokens are limited, so that a guesser cannot lock out others with the same address.
  const wait = tokenFailures.recordFailure(request.ip);
  if (wait > 0) {
    reply.header("retry-after", wait);
    return { code: "too-many-tries" };
  }
  reply.header("www-authenticate", tokenChallenge);
  return { code: "token-wrong" };
}
