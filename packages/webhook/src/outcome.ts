/** What became of a scan. Failing to arrive is an everyday thing, so it is a value. */
export type Outcome =
  | { kind: "accepted"; status: number; reply?: Reply }
  | { kind: "refused"; status: number; reason: string; reply?: Reply; location?: string }
  | { kind: "unreachable"; cause: UnreachableCause; reason: string }
  | { kind: "off" }
  | { kind: "not-configured" };

/** What the receiver said to the person who scanned: at most 240 characters. */
export type Reply = { text: string; warning: boolean };

/**
 * Why no answer came. `blocked`: a browser said only that it failed, which may be CORS, a certificate, the
 * network or the receiver being off; it does not say which.
 */
export type UnreachableCause =
  | "dns"
  | "tls"
  | "refused"
  | "reset"
  | "timeout"
  | "blocked"
  | "network"
  | "cancelled";

const replyLength = 240;

/** Reads a receiver's answer: text, or JSON with a string `message`; `"ok": false` makes it a warning. */
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
  const shown = Array.from(text.trim()).slice(0, replyLength).join("");
  return shown === "" ? undefined : { text: shown, warning };
}

const codes: Record<string, UnreachableCause> = {
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
  EHOSTUNREACH: "network",
  ENETUNREACH: "network",
};

const sentences: Record<UnreachableCause, string> = {
  dns: "No such host: the receiver's name could not be looked up. Check the address and the network.",
  tls: "The receiver's certificate is not trusted on this device. Install its certificate authority, or use a certificate that browsers trust.",
  refused:
    "Nothing answers at the receiver's address and port. Check that the receiver is running.",
  reset: "The receiver closed the connection without an answer.",
  timeout: "The receiver did not answer in time.",
  blocked:
    "The browser could not reach the receiver, and does not say why: it may be off, its certificate may not be trusted, or it may not allow requests from this page (CORS).",
  network: "The network did not carry the request to the receiver.",
  cancelled: "Sending was cancelled.",
};

/** Turns what `fetch` threw into a cause, looking through `cause` and `errors` as Node nests them. */
export function toUnreachable(error: unknown): Extract<Outcome, { kind: "unreachable" }> {
  const cause = causeOf(error);
  return { kind: "unreachable", cause, reason: sentences[cause] };
}

function causeOf(error: unknown): UnreachableCause {
  const seen = new Set<unknown>();
  const queue = [error];
  for (const current of queue) {
    if (typeof current !== "object" || current === null || seen.has(current)) continue;
    seen.add(current);
    const { name, code, cause, errors } = current as Record<string, unknown>;
    if (name === "TimeoutError") return "timeout";
    if (name === "AbortError") return "cancelled";
    if (typeof code === "string") {
      const known = codes[code];
      if (known) return known;
      if (/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_SSL|^ERR_TLS|^EPROTO/.test(code)) return "tls";
    }
    queue.push(cause, ...(Array.isArray(errors) ? errors : []));
  }
  // A browser's fetch throws a TypeError with neither code nor cause.
  return error instanceof TypeError && error.cause === undefined ? "blocked" : "network";
}
