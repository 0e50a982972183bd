import type { Kind, Outcome } from "../kind.ts";
import { parseRetryAfter } from "./retry-after.ts";

export type HttpOutcome = Outcome & { contentType?: string | undefined };

export type ExchangeResult =
  | {
      ok: true;
      status: number;
      headers: Record<string, string | string[] | undefined>;
      body: string;
    }
  | { ok: false; error: string };

/** The checks of a kind on the responses of its service (`kind.ts`). */
export type ResponseChecks = {
  [Check in "checkResponse" | "findOwnFault"]?: Kind[Check] | undefined;
};

/** Converts the response to a request into an outcome. */
export function toOutcome(
  result: ExchangeResult,
  now: Date,
  { checkResponse, findOwnFault }: ResponseChecks = {},
): HttpOutcome {
  if (!result.ok) return { kind: "failed", fault: "destination", error: result.error };
  const { status, headers, body } = result;
  const contentTypeHeader = headers["content-type"];
  const contentType = Array.isArray(contentTypeHeader) ? contentTypeHeader[0] : contentTypeHeader;
  const responseFields = { status, response: body, contentType };
  const createFailure = (fault: "scan" | "destination" | "gone", error: string): HttpOutcome => {
    const retryAfterMs = parseRetryAfter([headers["retry-after"]].flat()[0], now);
    return { kind: "failed", fault, error, ...responseFields, retryAfterMs };
  };
  if (status >= 200 && status < 300) {
    const problem = checkResponse?.({ status, body });
    return problem
      ? createFailure("destination", problem)
      : { kind: "delivered", ...responseFields };
  }
  if (status === 410) {
    return createFailure(
      "gone",
      "The destination answered 410 Gone: this address is no longer in use.",
    );
  }
  if (status >= 300 && status < 400) {
    const location = [headers.location].flat()[0];
    const target = location ? ` to ${location.slice(0, 200)}` : "";
    return createFailure(
      "destination",
      `The destination answered ${status}, a redirect${target}. The hub follows no redirects; enter the final address.`,
    );
  }
  const meaning = meaningsByStatus[status];
  const ownFault = meaning?.fault === "scan" ? findOwnFault?.({ status, body }) : undefined;
  if (ownFault) return createFailure("destination", ownFault);
  if (meaning)
    return createFailure(
      meaning.fault,
      `The destination answered ${status}: ${meaning.explanation}.`,
    );
  return createFailure("destination", `The destination answered ${status}.`);
}

const meaningsByStatus: Record<number, { fault: "scan" | "destination"; explanation: string }> = {
  400: { fault: "scan", explanation: "it does not accept this message" },
  401: { fault: "destination", explanation: "it does not accept the credentials" },
  403: { fault: "destination", explanation: "the credentials do not allow this" },
  404: { fault: "destination", explanation: "there is nothing at this address" },
  405: { fault: "destination", explanation: "it does not allow this method" },
  408: { fault: "destination", explanation: "the request took too long" },
  413: { fault: "scan", explanation: "the message is too large for it" },
  414: { fault: "scan", explanation: "the address is too long for it" },
  415: { fault: "scan", explanation: "it does not accept this format" },
  422: { fault: "scan", explanation: "it does not accept the content of this message" },
  429: { fault: "destination", explanation: "too many requests" },
  431: { fault: "scan", explanation: "a header is too long for it" },
  500: { fault: "destination", explanation: "it had an internal error" },
  502: {
    fault: "destination",
    explanation: "the server behind its proxy sent an invalid response",
  },
  503: { fault: "destination", explanation: "it is not ready" },
  504: { fault: "destination", explanation: "the server behind its proxy does not respond" },
};
