import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addAcceptedEncoding, encodedBodyMessage, isEncoded } from "../http/encoded-bodies.ts";
import { tokenChallenge } from "../login/secrets.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import type { Tracing } from "../observing/spans.ts";
import type { PhoneActions } from "../register-work/phone-actions.ts";
import type { TagCheck } from "../register-work/tag-check.ts";
import type { InboxForReceiving } from "../store/inboxes.ts";
import type { Appended, Arrival, Store } from "../store/store.ts";
import { pickRequestLanguage } from "../texts/request-language.ts";
import { addReading, type InboxLogin, parseBody, toArrival } from "./arrival.ts";
import { createLoginCheck, type LoginCheckParts } from "./check-login.ts";
import { isBearer, type TokenCheck, type TokenResult } from "./check-token.ts";
import { addCorsHeaders, sendPreflight } from "./cors.ts";
import type { DeliveryPlanner } from "./delivery-planner.ts";
import { createGuessLimit, type GuessLimit, type GuessSender } from "./guess-limit.ts";
import { addPhoneActions } from "./phone-actions.ts";
import { readQuantity } from "./quantity-parameter.ts";
import { createReceipts, type Receipt } from "./receipts.ts";
import {
  addFallbacks,
  createDescribeFailure,
  createRefuseFailed,
  createRefuseScan,
  describeMissingInbox,
  toChallenge,
} from "./refusals.ts";
import { sendThroughResponse } from "./send-through-response.ts";
import { sendVerdict } from "./send-verdict.ts";
import { createShortPath } from "./short-path.ts";
import { startReceiptTrace } from "./trace-receipt.ts";

export type ReceiverParts = {
  store: Pick<Store, "inbox" | "append">;
  /** Plans the deliveries of each scan. */
  planner?: DeliveryPlanner | undefined;
  tracing?: Tracing | undefined;
  /** Checks the credentials of inboxes that are not open. */
  login?: LoginCheckParts;
  /** Checks API tokens, which take the place of credentials. */
  checkToken?: TokenCheck;
  /** The actions on phones in the register that an inbox feeds. */
  phoneActions?: PhoneActions | undefined;
  /** Verifies the tags of registers that have only those that cannot be copied. */
  checkTag?: TagCheck;
  onOutcome?: (outcome: ReceiveOutcome) => void;
  /** Called after each scan on the short path, with the seconds that it took. */
  onShortPathScan?: (seconds: number) => void;
  /**
   * Returns whether a sender may post scans over the connection of this request, at its own
   * address.
   */
  isDirect?: ((request: IncomingMessage) => boolean) | undefined;
  /** Slows down senders that try out the codes of a register. */
  guesses?: GuessLimit;
  now?: () => Date;
  /** The milliseconds after which a scan that is not stored yet is refused with 503. */
  storeLimitMs?: number;
  /** The language of verdicts for senders that ask for no other one that there is. */
  language?: string;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `authenticate`. */
    inboxLogin?: InboxLogin;
  }
}

const bodyLimit = 1024 * 1024;
const retryAfterBusySeconds = 5;
const retryAfterGuessesSeconds = 10;
/** Shorter than the 15 seconds for which senders wait, so that they receive the reason. */
const defaultStoreLimitMs = 10_000;

/**
 * Serves `POST /in/<inbox>`. Credentials, or an API token in their place, are checked before the
 * body is read. A scan gets its 204 only after it is committed and synced to disk. If the inbox
 * feeds a register, the verdict takes the place of the 204. Returns the listener for the requests
 * of the whole app, which takes most scans on a short path.
 */
export async function serveReceiver(
  app: FastifyInstance,
  parts: ReceiverParts,
): Promise<RequestListener> {
  let listener: RequestListener;
  await app.register(
    async (scope) => {
      listener = addReceiver(scope, parts);
    },
    { prefix: "/in" },
  );
  return listener!;
}

function addReceiver(app: FastifyInstance, parts: ReceiverParts): RequestListener {
  const {
    store,
    planner,
    tracing,
    isDirect,
    onOutcome,
    checkToken,
    now = () => new Date(),
  } = parts;
  const { storeLimitMs = defaultStoreLimitMs, language: ownLanguage = "en" } = parts;
  const refuseScan = createRefuseScan(onOutcome);
  const describeFailure = createDescribeFailure();
  const refuseFailed = createRefuseFailed(refuseScan, describeFailure);
  const receipts = createReceipts<LongReceipt>({
    store,
    planner,
    onOutcome,
    storeLimitMs,
    respond,
    refuseFailed: ({ reply }, failure) => void refuseFailed(reply, failure),
  });
  const login = createLoginCheck(parts.login);
  const guesses = parts.guesses ?? createGuessLimit();

  async function authenticate(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string };
    const inbox = await store.inbox(name);
    if (!inbox) return refuseScan(reply, "no-such-inbox", describeMissingInbox(name));
    if (inbox.open) {
      request.inboxLogin = { inbox: name, address: request.ip, ...ofRegister(inbox) };
      return;
    }
    const { authorization } = request.headers;
    if (authorization === undefined) {
      return refuseScan(addChallenge(reply, name), "credentials-needed");
    }
    if (checkToken && isBearer(authorization)) {
      const sent = await checkToken(name, authorization, request.ip);
      if (sent.kind !== "valid") return refuseToken(reply, sent);
      request.inboxLogin = { inbox: name, user: sent.user, ...ofRegister(inbox) };
      return;
    }
    const result = await login.check(inbox, authorization, request.ip);
    switch (result.kind) {
      case "limited":
        return refuseScan(reply.header("retry-after", result.seconds), "too-many-passwords");
      case "busy":
        return refuseScan(reply.header("retry-after", retryAfterBusySeconds), "logins-waiting");
      case "invalid":
        return refuseScan(addChallenge(reply, name), "credentials-wrong");
      case "valid":
        request.inboxLogin = {
          inbox: name,
          user: result.user,
          ...ofRegister(inbox),
          isSupervisor: inbox.answer !== undefined && isSupervisor(inbox, result.user),
        };
    }
  }

  function refuseToken(reply: FastifyReply, refused: RefusedToken): FastifyReply {
    if (refused.kind === "denied")
      return refuseScan(reply, refused.denial.code, refused.denial.message);
    if (refused.kind === "wrong")
      return refuseScan(reply.header("www-authenticate", tokenChallenge), "token-wrong");
    return refuseScan(reply.header("retry-after", refused.seconds), "too-many-tries");
  }

  /** Verifies the link of a tag for the decision; undefined if the register has no such rule. */
  function checkLink({ sun }: InboxLogin, arrival: Arrival): Promise<void> | undefined {
    const { content } = arrival.scan;
    if (!sun || !parts.checkTag) return undefined;
    return parts
      .checkTag(sun, { content, tag: arrival.tag })
      .then((reading) => addReading(arrival, reading));
  }

  /** Parses, plans, appends and responds. Not async, for the reason given in `receipts.ts`. */
  function receiveScan(request: FastifyRequest, reply: FastifyReply): void {
    const body = parseBody(request.body);
    if (!body.ok) return void refuseScan(reply, body.code, body.reason);
    const login = request.inboxLogin!;
    // Senders to other inboxes may have a parameter of this name for purposes of their own.
    const quantity = login.kind === "stock" ? readQuantity(request) : undefined;
    if (typeof quantity === "string") return void refuseScan(reply, "not-a-quantity", quantity);
    const guessWatch = login.answer && guesses.enter(toSender(login));
    if (guessWatch === "full") {
      reply.header("retry-after", retryAfterGuessesSeconds);
      return void refuseScan(reply, "too-many-unknown-codes");
    }
    const arrival = toArrival(login, body, now(), quantity);
    if (arrival.request) {
      const { "accept-language": languages } = request.headers;
      arrival.request.language = pickRequestLanguage(languages, ownLanguage);
    }
    const startedAt = performance.now();
    const trace = tracing && startReceiptTrace(tracing, request, arrival);

    // Only a planner that has to ask a database first returns a promise.
    const planning = planner?.plan(arrival);
    const plan = planning instanceof Promise ? undefined : planning;
    const checking = checkLink(login, arrival);
    const receipt: LongReceipt = {
      arrival,
      plan,
      reply,
      startedAt,
      trace,
      guessWatch,
      isRefused: false,
    };
    receipts.watch(receipt);
    const responding =
      planning instanceof Promise || checking
        ? Promise.all([planning, checking]).then(([resolved]) => {
            receipt.plan = resolved;
            return receipts.appendAndRespond(receipt);
          })
        : receipts.appendAndRespond(receipt);
    const finished = responding.catch((error) => receipts.fail(receipt, error));
    if (trace) finished.then(() => trace.end(reply.statusCode));
  }

  function respond(receipt: LongReceipt, appended: Appended): void | Promise<void> {
    const { reply, plan } = receipt;
    const { verdict } = appended;
    if (verdict) {
      const turn = receipt.guessWatch?.decided(verdict.code === "unknown" && !appended.repeat);
      const send = () => {
        if (!receipt.isRefused) sendVerdict(reply, verdict);
      };
      return turn ? turn.then(send) : send();
    }
    receipt.guessWatch?.cancel();
    const through = plan && planner?.respond(plan, appended);
    // A scan that was stored too late is still delivered.
    if (receipt.isRefused) return through?.then(() => {});
    if (through) return through.then((response) => sendThroughResponse(reply, response));
    reply.code(204).send();
  }

  const log = setQuietLogger(app);
  app.addHook("onRequest", (request, reply, done) => {
    addCorsHeaders(request, reply);
    done();
  });
  app.decorateRequest("inboxLogin");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit },
    (_request, body, done) => done(null, body),
  );
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!isEncoded(request.headers)) return done(null, payload);
    refuseScan(addAcceptedEncoding(reply), "wrong-media-type", encodedBodyMessage);
  });
  const config = { access: "public" } as const;
  const schema = { hide: true };
  for (const path of ["/:name", "/:name/"]) {
    app.post(path, { bodyLimit, config, schema, onRequest: authenticate }, receiveScan);
    app.options(path, { config, schema }, async (request, reply) => sendPreflight(request, reply));
  }
  const { phoneActions } = parts;
  if (phoneActions) {
    const acts = { actions: phoneActions, authenticate, refuseScan, language: ownLanguage };
    addPhoneActions(app, acts);
  }
  addFallbacks(app, refuseScan, refuseFailed);

  const fallback: RequestListener = (request, response) => app.routing(request, response);
  if (!isDirect || tracing || isVerbose(app)) return fallback;
  return createShortPath(
    {
      store,
      planner,
      recallLogin: login.recall,
      isDirect,
      onOutcome,
      onShortPathScan: parts.onShortPathScan,
      describeFailure,
      log,
      now,
      storeLimitMs,
    },
    fallback,
  );
}

function isSupervisor({ credentials }: InboxForReceiving, name: string): boolean {
  return credentials.some(({ user, supervisor }) => supervisor === true && user === name);
}

/** Returns what of an inbox is about the register that it feeds. */
function ofRegister({ answer, kind, sun }: InboxForReceiving) {
  return { answer, kind, sun };
}

type RefusedToken = Exclude<TokenResult, { kind: "valid" }>;

type LongReceipt = Receipt & { reply: FastifyReply };

function toSender(login: InboxLogin): GuessSender {
  return { inbox: login.inbox, sender: "user" in login ? login.user : login.address };
}

function addChallenge(reply: FastifyReply, inbox: string): FastifyReply {
  return reply.header("www-authenticate", toChallenge(inbox));
}

function isVerbose({ log }: FastifyInstance): boolean {
  return ["debug", "trace"].includes(log.level);
}

/**
 * Logs only refusals and errors, unless the level is debug: a log line for every scan would cost
 * more than receiving the scan.
 */
function setQuietLogger(app: FastifyInstance): FastifyBaseLogger {
  const log = isVerbose(app) ? app.log : app.log.child({}, { level: "warn" });
  app.setChildLoggerFactory(() => log);
  return log;
}
