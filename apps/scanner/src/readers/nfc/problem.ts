/** Everything that can stand between a person and a tag. Each has its own words and its own way out. */
export type NfcProblem = DeviceProblem | TagProblem | { kind: "failed"; detail: string };

/** Of the browser and the phone: no tag can be read or written. */
export type DeviceProblem =
  | { kind: "insecure" }
  | { kind: "unsupported" }
  | { kind: "dismissed" }
  | { kind: "denied" }
  | { kind: "no-adapter" }
  | { kind: "off" }
  | { kind: "busy" };

/** Of one tag that was to be written or made read-only. */
export type TagProblem =
  | { kind: "lost" }
  /** Locked, or too small: the browser does not say which. */
  | { kind: "refused" }
  | { kind: "foreign" }
  | { kind: "not-lockable" }
  | { kind: "invalid"; detail: string }
  | { kind: "cancelled" };

/**
 * Names what Web NFC threw (W3C Web NFC, 9 and 10). Several things share one name there; Chrome tells them apart in the
 * message.
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
