import { formatBasicChallenge } from "@scanhook/webhook";
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from "fastify";
import { type ErrorCode, refuse } from "../http/errors.ts";
import { createProblemLog } from "../http/problem-log.ts";
import { keepReading } from "../http/unread-bodies.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { type ExactMessage, exactMessage } from "../texts/exact-message.ts";
import { sendPreflight } from "./cors.ts";

/**
 * Refuses a request to an inbox with an error of `http/errors.ts`, whose message can be replaced by
 * a more exact one. The person who scanned reads the message on the phone, so it says what to do
 * there.
 */
export type RefuseScan = (
  reply: FastifyReply,
  code: ErrorCode,
  message?: string | ExactMessage,
  field?: string,
) => FastifyReply;

/** The `Retry-After` of a refusal after the hub itself failed. */
export const retryAfterSeconds = 10;

/** Returns the `WWW-Authenticate` header that asks for the credentials of an inbox. */
export function toChallenge(inbox: string): string {
  return formatBasicChallenge(`Scanhook ${inbox}`);
}

/** Creates the function that refuses, reports the outcome and logs it. */
export function createRefuseScan(onOutcome?: (outcome: ReceiveOutcome) => void): RefuseScan {
  return (reply, code, message, field) => {
    onOutcome?.({ kind: "refused", code });
    // Most scanners send every scan without credentials first, and problems of the store have a log
    // of its own.
    if (code !== "credentials-needed" && code !== "store-unavailable") {
      reply.request.log.warn({ refusal: code }, "a scan was refused");
    }
    return refuse(reply, code, message, field);
  };
}

/** Returns what the person who scanned reads about an inbox that does not exist. */
export function describeMissingInbox(name: string): ExactMessage {
  if (name === "") return exactMessage("inbox-not-named");
  return exactMessage("inbox-unknown", { name: name.slice(0, 64) });
}

/**
 * Describes a failure for the person who scanned, and logs it. The failure is what was thrown, or
 * "slow".
 */
export type DescribeFailure = (
  failure: unknown,
  log: FastifyBaseLogger,
) => { code: ErrorCode; message: ExactMessage };

/** Creates the function that describes why a scan could not be stored. */
export function createDescribeFailure(): DescribeFailure {
  const logProblem = createProblemLog("scans could not be stored");
  return (failure, log) => {
    if (failure === "slow" || failure instanceof StoreUnavailable) {
      const problem = failure === "slow" ? failure : failure.problem;
      logProblem(log, problem, failure === "slow" ? undefined : failure);
      return { code: "store-unavailable", message: exactMessage(`store-${problem}`) };
    }
    log.error({ err: failure }, "an inbox failed");
    return { code: "internal", message: exactMessage("scan-failed") };
  };
}

/** Creates the function that refuses a scan because the hub failed. */
export function createRefuseFailed(refuseScan: RefuseScan, describeFailure: DescribeFailure) {
  return (reply: FastifyReply, failure: unknown): FastifyReply => {
    const { code, message } = describeFailure(failure, reply.request.log);
    return refuseScan(reply.header("retry-after", retryAfterSeconds), code, message);
  };
}

export type RefuseFailed = ReturnType<typeof createRefuseFailed>;

/** Adds the handlers for requests below `/in/` that match no endpoint, and for errors. */
export function addFallbacks(
  app: FastifyInstance,
  refuseScan: RefuseScan,
  refuseFailed: RefuseFailed,
): void {
  const refuseUnmatched = (request: FastifyRequest, reply: FastifyReply) => {
    // A preflight succeeds even at a wrong address, so that the page can read the refusal that
    // follows.
    if (request.method === "OPTIONS") return sendPreflight(request, reply);
    const isInbox = /^\/in\/[^/]+\/?$/.test(request.url.split("?", 1)[0]!);
    if (!isInbox) return refuseScan(reply, "no-such-inbox");
    return refuseScan(reply.header("allow", "POST, OPTIONS"), "method-not-allowed");
  };
  app.setNotFoundHandler(refuseUnmatched);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    keepReading(error, request, reply);
    // Fastify parses the body of some methods before it finds that no handler takes them.
    if (request.method !== "POST" || request.is404) return refuseUnmatched(request, reply);
    if (error instanceof StoreUnavailable) return refuseFailed(reply, error);
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE")
      return refuseScan(reply, "body-too-large", exactMessage("scan-too-large"));
    if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
      return refuseScan(reply, "wrong-media-type");
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return refuseScan(reply, "invalid-request");
    }
    return refuseFailed(reply, error);
  });
}
