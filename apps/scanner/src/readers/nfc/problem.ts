/** The reasons why a tag cannot be read or written. Each has its own text and remedy. */
export type NfcProblem = DeviceProblem | TagProblem | { kind: "failed"; detail: string };

/** Problems of the browser or the phone, with which no tag can be read or written. */
export type DeviceProblem =
  | { kind: "insecure" }
  | { kind: "unsupported" }
  | { kind: "dismissed" }
  | { kind: "denied" }
  | { kind: "no-adapter" }
  | { kind: "off" }
  | { kind: "busy" };

/** Problems of one tag that should be written or made read-only. */
export type TagProblem =
  | { kind: "lost" }
  /** The tag is locked or too small; the browser does not say which. */
  | { kind: "refused" }
  | { kind: "foreign" }
  | { kind: "not-lockable" }
  | { kind: "invalid"; detail: string }
  | { kind: "cancelled" };

/**
 * Classifies an error of Web NFC (W3C Web NFC, 9 and 10). Where several problems share a name,
 * Chrome distinguishes them in the message.
 */
export function toNfcProblem(error: unknown): NfcProblem {
  const { name, message } =
    error instanceof Error ? error : { name: "", message: typeof error === "string" ? error : "" };
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return { kind: "denied" };
    case "NotSupportedError":
      if (/read-only/i.test(message)) return { kind: "not-lockable" };
      return { kind: /this tag/i.test(message) ? "foreign" : "no-adapter" };
    case "NotReadableError":
      return { kind: "off" };
    case "InvalidStateError":
      return { kind: "busy" };
    case "NetworkError":
      return { kind: /lost/i.test(message) ? "lost" : "refused" };
    case "SyntaxError":
    case "TypeError":
      return { kind: "invalid", detail: message };
    case "AbortError":
      return { kind: "cancelled" };
    default:
      return { kind: "failed", detail: message || name || "no reason given" };
  }
}
