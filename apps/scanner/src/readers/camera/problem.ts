/** The reasons why a camera cannot be opened. Each has its own text and remedy. */
export type CameraProblem =
  | { kind: "insecure" }
  | { kind: "unsupported" }
  | { kind: "dismissed" }
  | { kind: "not-allowed" }
  | { kind: "not-allowed-by-system" }
  | { kind: "no-camera" }
  | { kind: "in-use" }
  | { kind: "unfit" }
  | { kind: "failed"; detail: string };

/**
 * Classifies an error of `getUserMedia` (W3C Media Capture and Streams, 10.2.1), including names of
 * older browsers.
 */
export function toCameraProblem(error: unknown): CameraProblem {
  const { name, message } =
    error instanceof Error ? error : { name: "", message: typeof error === "string" ? error : "" };
  switch (name) {
    case "NotAllowedError":
    case "PermissionDeniedError":
    case "SecurityError":
      // Chrome and Safari distinguish these only in the message.
      if (/system/i.test(message)) return { kind: "not-allowed-by-system" };
      return { kind: /dismiss/i.test(message) ? "dismissed" : "not-allowed" };
    case "NotFoundError":
    case "DevicesNotFoundError":
      return { kind: "no-camera" };
    case "NotReadableError":
    case "TrackStartError":
    case "AbortError":
      return { kind: "in-use" };
    case "OverconstrainedError":
    case "ConstraintNotSatisfiedError":
      return { kind: "unfit" };
    default:
      return { kind: "failed", detail: message || name || "no reason given" };
  }
}
