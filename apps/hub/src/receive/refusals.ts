import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ErrorCode, refuse } from "../http/errors.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import { StoreUnavailable } from "../store/store.ts";
import { corsHeaders, sendPreflight } from "./cors.ts";

/** Refuses a request to an inbox with an error of the table, or with a more exact message. */
export type RefuseScan = (reply: FastifyReply, code: ErrorCode, message?: string) => FastifyReply;

const retryAfterSeconds = 10;

/** Creates the function that refuses, reports the outcome and logs it. */
export function createRefuseScan(onOutcome?: (outcome: ReceiveOutcome) => void): RefuseScan {
  return (reply, code, message) => {
    onOutcome?.({ kind: "refused", code });
    // Most scanners send every scan without credentials first, so this refusal is not worth a warning.
    if (code !== "credentials-needed") {
      reply.request.log.warn({ refusal: code }, "a scan was refused");
    }
    return refuse(reply.headers(corsHeaders).header("cache-control", "no-store"), code, message);
  };
}

/** Adds the handlers for requests below `/in/` that match no endpoint, and for errors. */
export function addFallbacks(app: FastifyInstance, refuseScan: RefuseScan): void {
  const refuseUnmatched = (request: FastifyRequest, reply: FastifyReply) => {
    // A preflight succeeds even at a wrong address, so that the page can read the refusal that follows.
    if (request.method === "OPTIONS") return sendPreflight(request, reply);
    const isInbox = /^\/in\/[^/]+\/?$/.test(request.url.split("?", 1)[0]!);
    if (!isInbox) return refuseScan(reply, "no-such-inbox");
    return refuseScan(reply.header("allow", "POST, OPTIONS"), "method-not-allowed");
  };
  app.setNotFoundHandler(refuseUnmatched);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
      // The client is still sending. If the connection closed now, it would see an error and not this response.
      reply.removeHeader("connection");
      request.raw.resume();
    }
    // Fastify parses the body of some methods before it finds that no handler takes them.
    if (request.method !== "POST" || request.is404) return refuseUnmatched(request, reply);
    if (error instanceof StoreUnavailable) {
      request.log.error({ trouble: error.trouble, err: error }, "a scan could not be stored");
      return refuseScan(reply.header("retry-after", retryAfterSeconds), "store-unavailable");
    }
    const code = codesByFastifyCode[error.code];
    if (code) return refuseScan(reply, code);
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return refuseScan(reply, "invalid-request");
    }
    request.log.error({ err: error }, "an inbox failed");
    return refuseScan(reply.header("retry-after", retryAfterSeconds), "internal");
  });
}

const codesByFastifyCode: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "wrong-media-type",
};
