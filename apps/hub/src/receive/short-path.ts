import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type ErrorCode, errorBody, errors } from "../http/errors.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import type { InboxForReceiving, Store } from "../store/store.ts";
import { type InboxLogin, parseBody, toArrival } from "./arrival.ts";
import type { LoginCheck } from "./check-login.ts";
import type { DeliveryPlanner } from "./delivery-planner.ts";
import { createReceipts, type Receipt } from "./receipts.ts";
import { type DescribeFailure, retryAfterSeconds, toChallenge } from "./refusals.ts";

export type ShortPathParts = {
  store: Pick<Store, "inbox" | "append">;
  planner: DeliveryPlanner | undefined;
  recallLogin: LoginCheck["recall"];
  /**
   * Returns whether a sender may post scans over the connection of this request, at its own
   * address.
   */
  isDirect: (request: IncomingMessage) => boolean;
  onOutcome: ((outcome: ReceiveOutcome) => void) | undefined;
  /** Called with the seconds from the arrival of a request to its 204. */
  onTaken: ((seconds: number) => void) | undefined;
  describeFailure: DescribeFailure;
  log: FastifyBaseLogger;
  now: () => Date;
  storeLimitMs: number;
};

/**
 * Returns a listener that stores the scans that most senders send, and answers them like the
 * receiver, which costs a third of the receiver's time: a program posts a short body in JSON with a
 * login that is remembered, or to an open inbox, and neither a register nor a destination answers.
 * It also asks for credentials. Every other request goes to `others` unchanged.
 */
export function createShortPath(parts: ShortPathParts, others: RequestListener): RequestListener {
  const { store, planner, recallLogin, isDirect, onOutcome, onTaken, now } = parts;
  const receipts = createReceipts<ShortReceipt>({
    store,
    planner,
    onOutcome,
    storeLimitMs: parts.storeLimitMs,
    respond({ isRefused, response, cameAt }) {
      if (isRefused) return;
      response.statusCode = 204;
      response.end();
      onTaken?.((performance.now() - cameAt) / 1000);
    },
    refuseFailed({ response }, failure) {
      const { code, message } = parts.describeFailure(failure, parts.log);
      refuse(response, { "retry-after": `${retryAfterSeconds}` }, code, message);
    },
  });

  function refuse(
    response: ServerResponse,
    headers: Record<string, string>,
    code: ErrorCode,
    message?: string,
  ): void {
    const body = JSON.stringify(errorBody(code, message));
    onOutcome?.({ kind: "refused", code });
    response.writeHead(errors[code].status, {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  }

  function receive(
    request: IncomingMessage,
    response: ServerResponse,
    inbox: InboxForReceiving | undefined,
  ): void {
    if (inbox && !inbox.open && request.headers.authorization === undefined) {
      refuse(response, { "www-authenticate": toChallenge(inbox.name) }, "credentials-needed");
      return;
    }
    const login = inbox && toLogin(inbox, request);
    if (!login) {
      others(request, response);
      return;
    }
    const cameAt = performance.now();
    readBody(request, (body) => {
      const planned = parseAndPlan(login, body);
      if (!planned) {
        request.pause();
        request.unshift(body);
        others(request, response);
        return;
      }
      const { arrival, plan } = planned;
      const startedAt = performance.now();
      const receipt = { arrival, plan, response, cameAt, startedAt, isRefused: false };
      receipts.watch(receipt);
      receipts.appendAndRespond(receipt);
    });
  }

  /**
   * Returns the scan and its deliveries; undefined for what is no scan, or if more has to be done
   * for it.
   */
  function parseAndPlan(
    login: InboxLogin,
    body: Buffer,
  ): Pick<Receipt, "arrival" | "plan"> | undefined {
    const parsed = parseBody(body);
    if (!parsed.ok) return undefined;
    const arrival = toArrival(login, parsed, now());
    let plan: ReturnType<DeliveryPlanner["plan"]>;
    try {
      plan = planner?.plan(arrival);
    } catch {
      // The receiver asks again, and says what is wrong.
      return undefined;
    }
    return plan instanceof Promise || plan?.through ? undefined : { arrival, plan };
  }

  /**
   * Returns whose scan it is; undefined if that has to be found out first, or if a register
   * answers.
   */
  function toLogin(
    inbox: InboxForReceiving,
    { headers, socket }: IncomingMessage,
  ): InboxLogin | undefined {
    if (inbox.answer) return undefined;
    const address = socket.remoteAddress ?? "";
    if (inbox.open) return { inbox: inbox.name, address };
    const { authorization } = headers;
    if (authorization === undefined) return undefined;
    const user = recallLogin(inbox, authorization, address);
    return user === undefined ? undefined : { inbox: inbox.name, user };
  }

  return (request, response) => {
    const name = isPlain(request) && isDirect(request) ? toInboxName(request.url!) : undefined;
    if (name === undefined) return others(request, response);
    store.inbox(name).then(
      (inbox) => receive(request, response, inbox),
      () => others(request, response),
    );
  };
}

type ShortReceipt = Receipt & {
  response: ServerResponse;
  /** The value of `performance.now()` when the headers were read. */
  cameAt: number;
};

const mediaTypes = new Set(["application/json", "application/json; charset=utf-8"]);
const maxLength = 64 * 1024;

/** Returns whether a request posts a short body in JSON, and no page sends it. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === "POST" &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers["content-encoding"] === undefined &&
    mediaTypes.has(headers["content-type"] ?? "") &&
    Number(headers["content-length"]) > 0 &&
    Number(headers["content-length"]) <= maxLength
  );
}

/**
 * Returns the name of the inbox that a path ends with; undefined if it is written in another way
 * than usual.
 */
function toInboxName(url: string): string | undefined {
  return url.startsWith("/in/") && /^[a-z\d-]+$/.test(url.slice(4)) ? url.slice(4) : undefined;
}

/**
 * Reads a body of the length that its header tells. Calls `use` before the end of the request, so
 * that it can be put back.
 */
function readBody(request: IncomingMessage, use: (body: Buffer) => void): void {
  let missing = Number(request.headers["content-length"]);
  const chunks: Buffer[] = [];
  request.on("data", function collect(chunk: Buffer) {
    missing -= chunk.length;
    chunks.push(chunk);
    if (missing > 0) return;
    request.removeListener("data", collect);
    use(chunks.length === 1 ? chunk : Buffer.concat(chunks));
  });
}
