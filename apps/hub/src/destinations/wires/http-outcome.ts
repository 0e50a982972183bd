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

/** What became of a request, and for a failure one sentence that says it. */
export function toOutcome(exchanged: Exchanged, now: Date, judge?: Kind["judge"]): HttpOutcome {
  if (!exchanged.ok) return { kind: "failed", fault: "destination", error: exchanged.error };
  const { status, headers, body } = exchanged;
  const type = headers["content-type"];
  const contentType = Array.isArray(type) ? type[0] : type;
  const answered = { status, answer: body, ...(contentType !== undefined && { contentType }) };
  const fail = (fault: "scan" | "destination" | "gone", error: string): HttpOutcome => {
    const retryAfterMs = parseRetryAfter([headers["retry-after"]].flat()[0], now);
    return {
      kind: "failed",
      fault,
      error,
      ...answered,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  };
  if (status >= 200 && status < 300) {
    const complaint = judge?.({ status, body });
    return complaint ? fail("destination", complaint) : { kind: "delivered", ...answered };
  }
  if (status === 410) {
    return fail("gone", "The destination answered 410: it is gone for good.");
  }
  if (status >= 300 && status < 400) {
    const location = [headers.location].flat()[0];
    const to = location ? ` to ${location.slice(0, 200)}` : "";
    return fail(
      "destination",
      `The destination answered ${status}, a redirect${to}; the hub follows none, so set the address itself.`,
    );
  }
  const meaning = meanings[status];
  if (meaning) return fail(meaning.fault, `The destination answered ${status}: ${meaning.says}.`);
  return fail("destination", `The destination answered ${status}.`);
}

const meanings: Record<number, { fault: "scan" | "destination"; says: string }> = {
  400: { fault: "scan", says: "it does not take this message" },
  401: { fault: "destination", says: "it does not accept the credentials" },
  403: { fault: "destination", says: "the credentials may not do this" },
  404: { fault: "destination", says: "there is nothing at this address" },
  405: { fault: "destination", says: "it does not take this method" },
  408: { fault: "destination", says: "the request took it too long" },
  413: { fault: "scan", says: "the message is too large for it" },
  414: { fault: "scan", says: "the address is too long for it" },
  415: { fault: "scan", says: "it does not take this format" },
  422: { fault: "scan", says: "it does not take what this message says" },
  429: { fault: "destination", says: "too many requests" },
  431: { fault: "scan", says: "a header is too long for it" },
  500: { fault: "destination", says: "something failed inside it" },
  502: { fault: "destination", says: "what is behind its proxy does not answer rightly" },
  503: { fault: "destination", says: "it is not ready" },
  504: { fault: "destination", says: "what is behind its proxy does not answer" },
};
