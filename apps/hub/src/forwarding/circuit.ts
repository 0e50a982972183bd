import type { Outcome } from "../destinations/kind.ts";

const faultsToOpen = 5;
const longestPauseMs = 5 * 60_000;
const longestPauseForPersonMs = 5000;

/**
 * Keeps a destination that is down from being asked again and again. It opens after five faults in a row, or when the
 * destination asks for time. When its pause is over, one delivery at a time goes out as a probe: an answer closes it,
 * a fault opens it for twice as long.
 */
export type Circuit = {
  /** Until when nothing may go out; undefined: something may. */
  openUntil(now: number): number | undefined;
  /** A person does not want to wait: a probe may go now. */
  endPause(now: number): void;
  /** How many may be under way at once, of those that may otherwise. */
  limit(slots: number, now: number): number;
  /**
   * The same for what somebody waits for: seconds after a fault it may go out as the probe, unless the destination asked
   * for more time. Who sends it ends the pause.
   */
  limitForPerson(slots: number, now: number): number;
  /** Takes in what became of an attempt. Answers whether that opened it or closed it. */
  note(
    outcome: Outcome,
    attempt: { startedAt: number; now: number },
  ): "opened" | "closed" | undefined;
};

export function createCircuit({ firstPauseMs = 30_000 }: { firstPauseMs?: number } = {}): Circuit {
  let faults = 0;
  let pauseMs = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  let until: number | undefined;
  let untilForPerson = 0;

  function noteFault(outcome: Outcome, now: number) {
    faults += 1;
    const asked = outcome.kind === "failed" ? (outcome.retryAfterMs ?? 0) : 0;
    if (faults >= faultsToOpen) pauseMs = Math.min(pauseMs * 2 || firstPauseMs, longestPauseMs);
    const toPause = (ms: number) => Math.min(Math.max(ms, asked), longestPauseMs);
    const ms = toPause(pauseMs);
    if (ms === 0) return;
    const wasClosed = until === undefined;
    openedAt = now;
    until = now + ms;
    untilForPerson = now + toPause(Math.min(pauseMs, longestPauseForPersonMs));
    return wasClosed ? ("opened" as const) : undefined;
  }

  function noteAnswer() {
    faults = 0;
    pauseMs = 0;
    if (until === undefined) return;
    until = undefined;
    return "closed" as const;
  }

  const limitFrom = (start: number, slots: number, now: number) => {
    if (until === undefined) return slots;
    return now < start ? 0 : 1;
  };

  return {
    openUntil: (now) => (until !== undefined && now < until ? until : undefined),
    endPause(now) {
      if (until !== undefined) until = Math.min(until, now);
    },
    limit: (slots, now) => limitFrom(until ?? now, slots, now),
    limitForPerson: (slots, now) => limitFrom(Math.min(until ?? now, untilForPerson), slots, now),
    note(outcome, { startedAt, now }) {
      const found = judge(outcome);
      if (found === "up") return noteAnswer();
      // Of an attempt that was under way when it opened, a fault is no news.
      if (found === "down" && startedAt >= openedAt) return noteFault(outcome, now);
      return undefined;
    },
  };
}

/** Any answer shows that somebody is there, except those that mean: not now. */
function judge(outcome: Outcome): "up" | "down" | "unknown" {
  if (outcome.kind === "delivered") return "up";
  const { status, fault } = outcome;
  if (status === undefined) return fault === "destination" ? "down" : "unknown";
  return status === 408 || status === 429 || status >= 500 ? "down" : "up";
}
