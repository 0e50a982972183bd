import type { Outcome } from "../destinations/kind.ts";
import type { Attempt } from "../store/deliveries.ts";
import { nextWait } from "./retry-times.ts";

/**
 * The next step after an attempt. `held`: the destination is held, and the delivery waits for a
 * person.
 */
export type NextStep =
  | { state: "delivered" }
  | { state: "dead" }
  | { state: "pending"; waitMs: number }
  | { state: "held" };

/** Decides what becomes of a delivery after an attempt with this outcome. */
export function decideNextStep(
  outcome: Outcome,
  { failedBefore, wait = nextWait, isShownToSender = false }: AttemptContext,
): NextStep {
  if (outcome.kind === "delivered") return { state: "delivered" };
  if (outcome.fault === "scan" || isShownToSender) return { state: "dead" };
  if (outcome.fault === "gone") return { state: "held" };
  const { retryAfterMs } = outcome;
  const waitMs = wait(failedBefore + 1, retryAfterMs === undefined ? {} : { retryAfterMs });
  return waitMs === undefined ? { state: "dead" } : { state: "pending", waitMs };
}

type AttemptContext = {
  /** Failed attempts before this one. */
  failedBefore: number;
  wait?: typeof nextWait | undefined;
  /**
   * The person with the scanner sees this response and acts on it, so a refusal is final: a retry
   * must not succeed behind their back an hour later.
   */
  isShownToSender?: boolean | undefined;
};

const maxStoredResponseBytes = 2048;

/**
 * Returns the record of an attempt that the store keeps. `startedAt` is in milliseconds since 1970.
 */
export function toAttempt(
  outcome: Outcome & { ms: number },
  startedAt: number,
): Omit<Attempt, "id" | "node"> {
  const { status, response } = outcome;
  return {
    at: new Date(startedAt).toISOString(),
    ms: outcome.ms,
    ...(status !== undefined && { status }),
    ...(outcome.kind === "failed" && { error: outcome.error }),
    ...(response && { answer: truncateUtf8(response, maxStoredResponseBytes) }),
  };
}

/**
 * Returns as many whole characters from the start of a text as fit into `maxBytes` bytes of UTF-8.
 */
function truncateUtf8(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes;
  // Continuation bytes of a character begin with the bits 10 (RFC 3629, section 3).
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
