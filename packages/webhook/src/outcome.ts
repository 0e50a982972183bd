import type { Verdict } from "./verdict.ts";

/**
 * The outcome of sending a scan. Failures are everyday events, so they are values and not
 * exceptions.
 */
export type Outcome =
  | { kind: "accepted"; status: number; reply?: Reply; verdict?: Verdict }
  | {
      kind: "refused";
      status: number;
      reason: string;
      reply?: Reply;
      /** The address of a redirect, if it is known. */
      location?: string;
      /** The problem with the log-in, if the status is 401. */
      logIn?: LogInProblem;
    }
  | { kind: "unreachable"; cause: UnreachableCause; reason: string }
  | { kind: "off" }
  | { kind: "not-configured" };

/**
 * The problem with the log-in after a 401. With `not-asked`, the response has no challenge; with
 * `hidden`, a page cannot see whether it has one. `scheme` is in lower case.
 */
export type LogInProblem =
  | { problem: "wrong" | "missing" | "not-asked" | "hidden" }
  | { problem: "other-scheme"; scheme: string };

/** The receiver's message to the person who scanned, at most 240 characters. */
export type Reply = { text: string; warning: boolean };

/**
 * Why no response arrived. `blocked` means that a browser reported only a failure. The reason may
 * be CORS, a certificate, the network or a receiver that is not running; browsers do not say which.
 */
export type UnreachableCause =
  | "dns"
  | "tls"
  | "not-tls"
  | "refused"
  | "reset"
  | "timeout"
  | "blocked"
  | "network"
  | "cancelled";

const maxReplyLength = 240;

/**
 * Reads the message in a receiver's response: plain text, or JSON with a string `message`, where
 * `"ok": false` makes it a warning. Returns undefined if there is no message.
 */
export function parseReply(body: string, contentType: string | null): Reply | undefined {
  const type = contentType?.toLowerCase() ?? "";
  if (/\bjson\b/.test(type)) return parseJsonReply(body);
  if (type !== "" && !type.startsWith("text/plain")) return undefined;
  return toReply(body, false);
}

function parseJsonReply(body: string): Reply | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null || !("message" in value)) return undefined;
    if (typeof value.message !== "string") return undefined;
    return toReply(value.message, "ok" in value && value.ok === false);
  } catch {
    return undefined;
  }
}

function toReply(text: string, warning: boolean): Reply | undefined {
  const shownText = Array.from(text.trim()).slice(0, maxReplyLength).join("");
  return shownText === "" ? undefined : { text: shownText, warning };
}

/** The causes that the error codes of Node and undici stand for. */
const causesByCode: Record<string, UnreachableCause> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ERR_SSL_WRONG_VERSION_NUMBER: "not-tls",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "not-tls",
  EHOSTUNREACH: "network",
  ENETUNREACH: "network",
};

const reasons: Record<UnreachableCause, string> = {
  dns: "The receiver's host name could not be found. Check the receiver URL and the network.",
  tls: "The receiver's certificate is not trusted on this device. Install its certificate authority, or use a certificate that browsers trust.",
  "not-tls":
    "This port does not speak https. Check the port of the receiver URL. If the receiver has no https, put a proxy with a certificate in front of it.",
  refused:
    "Nothing answers at the receiver URL. Check that the receiver is running, and that the host and port are right.",
  reset: "The receiver closed the connection without responding.",
  timeout: "The receiver did not answer in time.",
  blocked:
    "Nothing answered at the receiver URL. Check that the hub is on, that this device is on its network, and that the URL is right. With a receiver of your own: check its certificate and CORS headers.",
  network: "The receiver could not be reached over the network.",
  cancelled: "Sending was cancelled.",
};

/**
 * Converts an error thrown by `fetch` into an outcome. Searches `cause` and `errors` too, because
 * Node nests errors there.
 */
export function toUnreachable(error: unknown): Extract<Outcome, { kind: "unreachable" }> {
  const errors = listErrors(error);
  const cause = findCause(error, errors);
  const reason = errors.some(isUnreadable) ? unreadableResponse : reasons[cause];
  return { kind: "unreachable", cause, reason };
}

const unreadableResponse =
  "The receiver sent an interim response (100 Continue) that this program does not read, so it may have the scan. Let it send none unasked.";

/** Returns whether Node's `fetch` failed at a `100 Continue` and so lost the response after it. */
function isUnreadable({ code, message }: ErrorFields): boolean {
  return code === "UND_ERR_SOCKET" && message === "bad response";
}

type ErrorFields = Record<string, unknown>;

/** Lists an error and those nested in it. */
function listErrors(error: unknown): ErrorFields[] {
  const found = new Set<ErrorFields>();
  const queue = [error];
  for (const current of queue) {
    if (typeof current !== "object" || current === null) continue;
    const fields = current as ErrorFields;
    if (found.has(fields)) continue;
    found.add(fields);
    queue.push(fields.cause, ...(Array.isArray(fields.errors) ? fields.errors : []));
  }
  return [...found];
}

function findCause(error: unknown, errors: readonly ErrorFields[]): UnreachableCause {
  for (const { name, code, message } of errors) {
    if (name === "TimeoutError") return "timeout";
    if (name === "AbortError") return "cancelled";
    if (typeof code === "string") {
      const causeOfCode = causesByCode[code];
      if (causeOfCode) return causeOfCode;
      // A write to a port without TLS fails like this before the answer is read.
      if (code === "EPROTO" && /wrong version number|packet length too long/.test(String(message)))
        return "not-tls";
      if (/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code)) return "tls";
    }
  }
  // A browser's fetch throws a TypeError with neither code nor cause.
  return error instanceof TypeError && error.cause === undefined ? "blocked" : "network";
}
