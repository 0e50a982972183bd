/** Everything that can stand between a person and a live camera. Each has its own words and its own way out. */
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

/** Names what `getUserMedia` threw (W3C Media Capture and Streams, 10.2.1), with the older names still met. */
export function toCameraProblem(error: unknown): CameraProblem {
  const { name, message } =
    error instanceof Error ? error : { name: "", message: typeof error === "string" ? error : "" };
  switch (name) {
    case "NotAllowedError":
    case "PermissionDeniedError":
    case "SecurityError":
      // Chrome and Safari tell these apart in the message only.
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
