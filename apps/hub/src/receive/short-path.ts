import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { type ErrorCode, errorBody, errors } from "../http/errors.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import type { InboxForReceiving } from "../store/inboxes.ts";
import type { Store } from "../store/store.ts";
import type { ExactMessage } from "../texts/exact-message.ts";
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
  onShortPathScan: ((seconds: number) => void) | undefined;
  describeFailure: DescribeFailure;
  log: FastifyBaseLogger;
  now: () => Date;
  storeLimitMs: number;
};

/**
 * Returns a listener that stores most scans in a third of the receiver's time, with the same
 * responses. It takes a POST of a program with a short body in JSON, to an open inbox or with a
 * remembered login, if neither a register nor a destination answers. It also refuses requests
 * without credentials. Every other request goes to `fallback` unchanged.
 */
export function createShortPath(parts: ShortPathParts, fallback: RequestListener): RequestListener {
  const { store, planner, recallLogin, isDirect, onOutcome, onShortPathScan, now } = parts;
  const receipts = createReceipts<ShortReceipt>({
    store,
    planner,
    onOutcome,
    storeLimitMs: parts.storeLimitMs,
    respond({ isRefused, response, arrivedAt }) {
      if (isRefused) return;
      response.statusCode = 204;
      response.end();
      onShortPathScan?.((performance.now() - arrivedAt) / 1000);
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
    message?: string | ExactMessage,
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
      fallback(request, response);
      return;
    }
    const arrivedAt = performance.now();
    readBody(request, (body) => {
      const planned = parseAndPlan(login, body);
      if (!planned) {
        request.pause();
        request.unshift(body);
        fallback(request, response);
        return;
      }
      const { arrival, plan } = planned;
      const startedAt = performance.now();
      const receipt = { arrival, plan, response, arrivedAt, startedAt, isRefused: false };
      receipts.watch(receipt);
      receipts.appendAndRespond(receipt);
    });
  }

  /**
   * Returns the scan and its plan; undefined if the body is not a scan, or if the receiver has to
   * do more for it.
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
      // The receiver plans again and reports the error.
      return undefined;
    }
    return plan instanceof Promise || plan?.through ? undefined : { arrival, plan };
  }

  /**
   * Returns the login of a request; undefined if it still has to be checked, or if a register
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
    if (name === undefined) return fallback(request, response);
    store.inbox(name).then(
      (inbox) => receive(request, response, inbox),
      () => fallback(request, response),
    );
  };
}

type ShortReceipt = Receipt & {
  response: ServerResponse;
  /** The value of `performance.now()` when the headers were read. */
  arrivedAt: number;
};

const mediaTypes = new Set(["application/json", "application/json; charset=utf-8"]);
const maxBodyBytes = 64 * 1024;

/** Returns whether a program, and not a page, posts a short body in JSON. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === "POST" &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers["content-encoding"] === undefined &&
    mediaTypes.has(headers["content-type"] ?? "") &&
    Number(headers["content-length"]) > 0 &&
    Number(headers["content-length"]) <= maxBodyBytes
  );
}

/**
 * Returns the name of the inbox that a URL path leads to; undefined unless the path is exactly
 * `/in/<name>`, without escapes.
 */
function toInboxName(url: string): string | undefined {
  return url.startsWith("/in/") && /^[a-z\d-]+$/.test(url.slice(4)) ? url.slice(4) : undefined;
}

/**
 * Reads a body of the length in `Content-Length`. Calls `onBody` before the request emits `end`, so
 * that the body can be put back.
 */
function readBody(request: IncomingMessage, onBody: (body: Buffer) => void): void {
  let missingBytes = Number(request.headers["content-length"]);
  const chunks: Buffer[] = [];
  request.on("data", function collect(chunk: Buffer) {
    missingBytes -= chunk.length;
    chunks.push(chunk);
    if (missingBytes > 0) return;
    request.removeListener("data", collect);
    onBody(chunks.length === 1 ? chunk : Buffer.concat(chunks));
  });
}
