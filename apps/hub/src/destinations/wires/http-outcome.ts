import type { Kind, Outcome } from "../kind.ts";
import { parseRetryAfter } from "./retry-after.ts";

export type HttpOutcome = Outcome & { contentType?: string };

export type Exchanged =
  | {
      ok: true;
      status: number;
      headers: Record<string, string | string[] | undefined>;
      body: string;
    }
  | { ok: false; error: string };

/** Converts the response to a request into an outcome. */
export function toOutcome(
  exchanged: Exchanged,
  now: Date,
  checkResponse?: Kind["checkResponse"],
): HttpOutcome {
  if (!exchanged.ok) return { kind: "failed", fault: "destination", error: exchanged.error };
  const { status, headers, body } = exchanged;
  const type = headers["content-type"];
  const contentType = Array.isArray(type) ? type[0] : type;
  const response = { status, answer: body, ...(contentType !== undefined && { contentType }) };
  const fail = (fault: "scan" | "destination" | "gone", error: string): HttpOutcome => {
    const retryAfterMs = parseRetryAfter([headers["retry-after"]].flat()[0], now);
    return {
      kind: "failed",
      fault,
      error,
      ...response,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  };
  if (status >= 200 && status < 300) {
    const problem = checkResponse?.({ status, body });
    return problem ? fail("destination", problem) : { kind: "delivered", ...response };
  }
  if (status === 410) {
    return fail("gone", "The destination answered 410 Gone: this address is no longer in use.");
  }
  if (status >= 300 && status < 400) {
    const location = [headers.location].flat()[0];
    const to = location ? ` to ${location.slice(0, 200)}` : "";
    return fail(
      "destination",
      `The destination answered ${status}, a redirect${to}. The hub follows no redirects; enter the final address.`,
    );
  }
  const meaning = meanings[status];
  if (meaning) return fail(meaning.fault, `The destination answered ${status}: ${meaning.says}.`);
  return fail("destination", `The destination answered ${status}.`);
}

const meanings: Record<number, { fault: "scan" | "destination"; says: string }> = {
  400: { fault: "scan", says: "it does not accept this message" },
  401: { fault: "destination", says: "it does not accept the credentials" },
  403: { fault: "destination", says: "the credentials do not allow this" },
  404: { fault: "destination", says: "there is nothing at this address" },
  405: { fault: "destination", says: "it does not allow this method" },
  408: { fault: "destination", says: "the request took too long" },
  413: { fault: "scan", says: "the message is too large for it" },
  414: { fault: "scan", says: "the address is too long for it" },
  415: { fault: "scan", says: "it does not accept this format" },
  422: { fault: "scan", says: "it does not accept the content of this message" },
  429: { fault: "destination", says: "too many requests" },
  431: { fault: "scan", says: "a header is too long for it" },
  500: { fault: "destination", says: "it had an internal error" },
  502: { fault: "destination", says: "the server behind its proxy sent an invalid response" },
  503: { fault: "destination", says: "it is not ready" },
  504: { fault: "destination", says: "the server behind its proxy does not respond" },
};
