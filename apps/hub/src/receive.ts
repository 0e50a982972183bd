import { isUtf8 } from "node:buffer";
import { parseBasic, parseScan, sourceOf } from "@scanhook/webhook";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, errorBody, errors, refuse } from "./errors.ts";
import type { Plan } from "./forwarding/plan.ts";
import type { ThroughAnswer } from "./forwarding/through.ts";
import { createLoginMemory, createShared, verifyPassword } from "./login/passwords.ts";
import type { Tracing } from "./observing/tracing.ts";
import {
  type Appended,
  type Arrival,
  type InboxForReceiving,
  type Store,
  StoreUnavailable,
} from "./store/store.ts";
import { toTagIdentifier } from "./tag-identifier.ts";

/** What became of a request to an inbox; `credentials-needed` is the normal first half of every scan. */
export type ReceiveOutcome =
  | { kind: "stored"; repeat: boolean; seconds: number }
  | { kind: "refused"; code: ErrorCode };

export type ReceiveParts = {
  store: Pick<Store, "inbox" | "append">;
  /** Where scans go on to. */
  passing?: Passing | undefined;
  tracing?: Tracing | undefined;
  /** Counts wrong credentials for each address and holds back those with too many. */
  failures?: {
    secondsToWait(address: string): number;
    failed(address: string): number;
    succeeded(address: string): void;
  };
  onOutcome?: (outcome: ReceiveOutcome) => void;
  now?: () => Date;
};

export type Passing = {
  /** The deliveries that begin with a scan; undefined: none do. */
  plan(arrival: Arrival): Plan | undefined | Promise<Plan | undefined>;
  /** It could not be stored, as far as is known. */
  failed(plan: Plan): void;
  /** What the scanner is told; undefined: only that its scan is stored. */
  answer(plan: Plan, appended: Appended): Promise<ThroughAnswer> | undefined;
};

/** For whom a request to an inbox came in. */
type LetIn = { inbox: string; user?: string };

declare module "fastify" {
  interface FastifyRequest {
    /** Set once it was let in. */
    letIn?: LetIn;
  }
}

const bodyLimit = 1024 * 1024;
const retryAfterSeconds = 10;
const quiet = { level: "warn" };

/** What a page on another origin needs to read any answer (Fetch, CORS protocol). */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After",
};
const preflightHeaders = {
  ...corsHeaders,
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-max-age": "86400",
  vary: "Access-Control-Request-Private-Network",
};

/**
 * `POST /in/<inbox>`: takes scans. Who may post is settled before the body is read; 204 goes out only when the scan
 * is committed and synced to disk.
 */
export async function serveReceiver(app: FastifyInstance, parts: ReceiveParts): Promise<void> {
  await app.register(async (inbox) => receiver(inbox, parts), { prefix: "/in" });
}

function receiver(
  app: FastifyInstance,
  { store, passing, tracing, failures, onOutcome, now }: ReceiveParts,
): void {
  const checkLogin = createLoginCheck(failures);
  const receivedAt = now ?? (() => new Date());

  const deny = (reply: FastifyReply, code: ErrorCode, message?: string) => {
    onOutcome?.({ kind: "refused", code });
    if (code !== "credentials-needed")
      reply.request.log.warn({ refusal: code }, "a scan was refused");
    return refuse(reply.headers(corsHeaders).header("cache-control", "no-store"), code, message);
  };

  async function letIn(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string };
    const inbox = await store.inbox(name);
    if (!inbox) return deny(reply, "no-such-inbox");
    if (inbox.open) {
      request.letIn = { inbox: name };
      return;
    }
    const { authorization } = request.headers;
    if (authorization === undefined) {
      return deny(challenge(reply, name), "credentials-needed");
    }
    const login = await checkLogin(inbox, authorization, request);
    if (login.kind === "wait") {
      return deny(reply.header("retry-after", login.seconds), "too-many-tries");
    }
    if (login.kind === "wrong") return deny(challenge(reply, name), "credentials-wrong");
    request.letIn = { inbox: name, user: login.user };
  }

  // Without async: on this path every promise less counts.
  function take(request: FastifyRequest, reply: FastifyReply) {
    // No body and no media type: Fastify has nothing to refuse then.
    if (!Buffer.isBuffer(request.body)) return void deny(reply, "wrong-media-type");
    const bytes = request.body;
    const text = isUtf8(bytes) ? bytes.toString("utf8") : undefined;
    const parsed = parseScan(text === undefined ? bytes : withoutMark(text));
    if (!parsed.ok) return void deny(reply, "not-a-scan", parsed.reason);
    const arrival = toArrival(request.letIn!, parsed.scan, text!, receivedAt());
    const started = performance.now();
    const span = tracing?.start("receive a scan", {
      kind: "server",
      parent: traceOf(request),
      attributes: { "scanhook.inbox": arrival.inbox },
    });
    let plan: Plan | undefined;
    const append = (found: Plan | undefined) => {
      plan = found;
      if (plan) arrival.deliveries = plan.deliveries;
      if (!span) return store.append(arrival);
      arrival.trace = span.traceparent;
      const writing = tracing!.start("store a scan", {
        kind: "internal",
        parent: span.traceparent,
      });
      return store.append(arrival).finally(() => writing.end());
    };
    const stored = (appended: Appended) => {
      const { repeat } = appended;
      onOutcome?.({ kind: "stored", repeat, seconds: (performance.now() - started) / 1000 });
      const answering = plan && passing?.answer(plan, appended);
      if (answering) return answering.then((answer) => pass(reply, answer));
      reply.code(204).headers(corsHeaders).send();
    };
    const planned = passing?.plan(arrival);
    const storing = planned instanceof Promise ? planned.then(append) : append(planned);
    const lost = (error: unknown) => {
      if (plan) passing?.failed(plan);
      throw error;
    };
    const done = storing.then(stored, lost).catch((error) => reply.send(error));
    if (span) done.then(() => span.end(reply.statusCode < 500 ? undefined : "not passed on"));
  }

  // A line for every scan would cost more than the scan: told is what was refused, the rest is on the dashboard.
  const log = ["debug", "trace"].includes(app.log.level) ? app.log : app.log.child({}, quiet);
  app.setChildLoggerFactory(() => log);
  app.decorateRequest("letIn");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit },
    (_request, body, done) => done(null, body),
  );
  const config = { access: "public" } as const;
  const schema = { hide: true };
  for (const path of ["/:name", "/:name/"]) {
    app.post(path, { bodyLimit, config, schema, onRequest: letIn }, take);
    app.options(path, { config, schema }, async (request, reply) =>
      answerPreflight(request, reply),
    );
  }

  const elsewhere = (request: FastifyRequest, reply: FastifyReply) => {
    // A page may ask for a wrong address too, or it could never read what is wrong with it.
    if (request.method === "OPTIONS") return answerPreflight(request, reply);
    const isInbox = /^\/in\/[^/]+\/?$/.test(request.url.split("?", 1)[0]!);
    if (!isInbox) return deny(reply, "no-such-inbox");
    return deny(reply.header("allow", "POST, OPTIONS"), "method-not-allowed");
  };
  // Every other method, and every address below /in/ that is no inbox.
  app.setNotFoundHandler(elsewhere);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
      // Cut off while it still sends, a client would see a broken connection and not the answer.
      reply.removeHeader("connection");
      request.raw.resume();
    }
    // Fastify judges the body of some methods before it finds that nothing takes them.
    if (request.method !== "POST" || request.is404) return elsewhere(request, reply);
    if (error instanceof StoreUnavailable) {
      request.log.error({ trouble: error.trouble, err: error }, "a scan could not be stored");
      return deny(reply.header("retry-after", retryAfterSeconds), "store-unavailable");
    }
    const known = refusals[error.code];
    if (known) return deny(reply, known);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return deny(reply, "invalid-request");
    }
    request.log.error({ err: error }, "an inbox failed");
    return deny(reply.header("retry-after", retryAfterSeconds), "internal");
  });
}

function toArrival(
  { inbox, user }: LetIn,
  scan: Arrival["scan"],
  body: string,
  receivedAt: Date,
): Arrival {
  const arrival: Arrival = { inbox, scan, body, receivedAt };
  if (user !== undefined) arrival.user = user;
  const source = sourceOf(scan.identifier);
  if (source) arrival.source = source;
  const tag = source === "nfc" && toTagIdentifier(scan.identifier);
  if (tag) arrival.tag = tag;
  return arrival;
}

/** What a destination said, as the scanner is told; it is no part of what the hub itself says and means. */
function pass(reply: FastifyReply, answer: ThroughAnswer): void {
  reply.headers(corsHeaders).header("cache-control", "no-store");
  if (answer.kind === "stored") return void reply.code(204).send();
  if (answer.kind === "answered") {
    const { status, body, contentType } = answer;
    if (body === "" || [204, 205, 304].includes(status)) return void reply.code(status).send();
    return void reply.code(status).type(contentType).serializer(String).send(body);
  }
  const code = answer.kind === "silent" ? "destination-silent" : "destination-failed";
  const { message } = answer;
  reply
    .code(errors[code].status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...errorBody(code, message), message, ok: false });
}

function traceOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? traceparent : undefined;
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asksForLan = request.headers["access-control-request-private-network"] === "true";
  if (asksForLan) reply.header("access-control-allow-private-network", "true");
  return reply.code(204).headers(preflightHeaders).send();
}

const refusals: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "wrong-media-type",
};

type Checked =
  | { kind: "right"; user: string }
  | { kind: "wrong" }
  | { kind: "wait"; seconds: number };

/** One answer for an unknown user and a wrong password, and the same time for both. */
function createLoginCheck(failures: ReceiveParts["failures"]) {
  const memory = createLoginMemory();
  const shared = createShared<Checked>();

  async function check(inbox: InboxForReceiving, header: string, request: FastifyRequest) {
    const { user, password } = parseBasic(header) ?? { user: "", password: "" };
    const passwordHash = findHash(inbox, user);
    // Counted before the check, which takes a while: tries sent at once must not all get through.
    const seconds = failures?.failed(request.ip) ?? 0;
    if (seconds > 0) return { kind: "wait", seconds } as const;
    const isRight = await verifyPassword(password, passwordHash);
    if (!isRight || passwordHash === undefined) return { kind: "wrong" } as const;
    failures?.succeeded(request.ip);
    memory.keep(inbox.name, header, { user, passwordHash });
    return { kind: "right", user } as const;
  }

  return (
    inbox: InboxForReceiving,
    header: string,
    request: FastifyRequest,
  ): Checked | Promise<Checked> => {
    const seconds = failures?.secondsToWait(request.ip) ?? 0;
    if (seconds > 0) return { kind: "wait", seconds };
    const login = memory.recall(inbox.name, header);
    if (login && findHash(inbox, login.user) === login.passwordHash) {
      return { kind: "right", user: login.user };
    }
    const question = JSON.stringify([inbox.name, inbox.credentials, header]);
    return shared(question, () => check(inbox, header, request));
  };
}

function findHash({ credentials }: InboxForReceiving, user: string): string | undefined {
  return credentials.find((credential) => credential.user === user)?.passwordHash;
}

/** RFC 7617 2.1: credentials come in UTF-8. */
function challenge(reply: FastifyReply, inbox: string): FastifyReply {
  return reply.header("www-authenticate", `Basic realm="Scanhook ${inbox}", charset="UTF-8"`);
}

/** JSON.parse knows no byte order mark (RFC 8259 8.1 lets a reader ignore it). */
function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
