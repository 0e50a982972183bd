import type { Outcome } from "../destinations/kind.ts";
import type { Attempt } from "../store/forwarding.ts";
import { nextWait } from "./retry-times.ts";

/** What follows from an attempt. `held`: the destination takes nothing any more, and the delivery waits for a person. */
export type Verdict =
  | { state: "delivered" }
  | { state: "dead" }
  | { state: "pending"; waitMs: number }
  | { state: "held" };

/**
 * `failed` counts the attempts before this one. `isShown`: the person with the scanner is shown this answer, and goes by
 * it; what was refused to them must not be taken behind their back an hour later.
 */
export function judge(
  outcome: Outcome,
  { failed, wait = nextWait, isShown = false }: Known,
): Verdict {
  if (outcome.kind === "delivered") return { state: "delivered" };
  if (outcome.fault === "scan" || isShown) return { state: "dead" };
  if (outcome.fault === "gone") return { state: "held" };
  const { retryAfterMs } = outcome;
  const waitMs = wait(failed + 1, retryAfterMs === undefined ? {} : { retryAfterMs });
  return waitMs === undefined ? { state: "dead" } : { state: "pending", waitMs };
}

type Known = {
  failed: number;
  wait?: typeof nextWait | undefined;
  isShown?: boolean | undefined;
};

const answerBytes = 2048;

/** What is kept of an attempt. */
export function toAttempt(
  outcome: Outcome & { ms: number },
  startedAt: number,
): Omit<Attempt, "id" | "node"> {
  const { status, answer } = outcome;
  return {
    at: new Date(startedAt).toISOString(),
    ms: outcome.ms,
    ...(status !== undefined && { status }),
    ...(outcome.kind === "failed" && { error: outcome.error }),
    ...(answer && { answer: clip(answer, answerBytes) }),
  };
}

/** The beginning of a text, as many whole characters as fit. */
function clip(text: string, bytes: number): string {
  const all = Buffer.from(text);
  if (all.length <= bytes) return text;
  let end = bytes;
  // Not within a character: its further bytes begin with the bits 10.
  while (end > 0 && (all[end]! & 0xc0) === 0x80) end -= 1;
  return all.toString("utf8", 0, end);
}
