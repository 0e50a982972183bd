import type { Outcome } from "../destinations/kind.ts";

export const circuitStates = ["closed", "open", "probing"] as const;
export type CircuitState = (typeof circuitStates)[number];

const faultsToOpen = 5;
const maxPauseMs = 5 * 60_000;
const maxPauseForPersonMs = 5000;

/**
 * The circuit breaker of one destination. It opens after five faults in a row, or when the
 * destination asks for time with `Retry-After`. When its pause ends, one delivery at a time goes
 * out as a probe: a response closes the circuit, a fault opens it again for twice as long. Times
 * are milliseconds since 1970.
 */
export type Circuit = {
  /**
   * `open`: nothing may go out. `probing`: the pause is over, and one delivery at a time may go
   * out.
   */
  state(now: number): CircuitState;
  /** The end of the pause; undefined unless the circuit is open. */
  openUntil(now: number): number | undefined;
  /** Ends the pause, because a person does not want to wait: a probe may go out now. */
  endPause(now: number): void;
  /** Moves all times by `byMs` milliseconds, after the wall clock was set. */
  move(byMs: number): void;
  /** Returns how many of `slots` may be busy at the same time. */
  limit(slots: number, now: number): number;
  /**
   * Returns the same limit for a request that a person waits for. Such a request may be the probe
   * as soon as five seconds after a fault, unless the destination asked for more time. Call
   * `endPause` before sending it.
   */
  limitForPerson(slots: number, now: number): number;
  /**
   * Takes the outcome of an attempt into account. Returns whether that opened or closed the
   * circuit.
   */
  note(
    outcome: Outcome,
    attempt: { startedAt: number; now: number },
  ): "opened" | "closed" | undefined;
};

export function createCircuit({ firstPauseMs = 30_000 }: { firstPauseMs?: number } = {}): Circuit {
  let faults = 0;
  let pauseMs = 0;
  let openedAt = Number.NEGATIVE_INFINITY;
  /** Undefined while the circuit is closed. */
  let pausedUntil: number | undefined;
  let pausedUntilForPerson = 0;

  function noteFault(outcome: Outcome, now: number) {
    faults += 1;
    const retryAfterMs = outcome.kind === "failed" ? (outcome.retryAfterMs ?? 0) : 0;
    if (faults >= faultsToOpen) pauseMs = Math.min(pauseMs * 2 || firstPauseMs, maxPauseMs);
    const limitPause = (ms: number) => Math.min(Math.max(ms, retryAfterMs), maxPauseMs);
    const nextPauseMs = limitPause(pauseMs);
    if (nextPauseMs === 0) return;
    const wasClosed = pausedUntil === undefined;
    openedAt = now;
    pausedUntil = now + nextPauseMs;
    pausedUntilForPerson = now + limitPause(Math.min(pauseMs, maxPauseForPersonMs));
    return wasClosed ? ("opened" as const) : undefined;
  }

  function noteResponse() {
    faults = 0;
    pauseMs = 0;
    if (pausedUntil === undefined) return;
    pausedUntil = undefined;
    return "closed" as const;
  }

  const limitBusySlots = (pauseEnd: number, slots: number, now: number) => {
    if (pausedUntil === undefined) return slots;
    return now < pauseEnd ? 0 : 1;
  };

  return {
    state(now) {
      if (pausedUntil === undefined) return "closed";
      return now < pausedUntil ? "open" : "probing";
    },
    openUntil: (now) => (pausedUntil !== undefined && now < pausedUntil ? pausedUntil : undefined),
    endPause(now) {
      if (pausedUntil !== undefined) pausedUntil = Math.min(pausedUntil, now);
    },
    move(byMs) {
      openedAt += byMs;
      if (pausedUntil !== undefined) pausedUntil += byMs;
      pausedUntilForPerson += byMs;
    },
    limit: (slots, now) => limitBusySlots(pausedUntil ?? now, slots, now),
    limitForPerson: (slots, now) =>
      limitBusySlots(Math.min(pausedUntil ?? now, pausedUntilForPerson), slots, now),
    note(outcome, { startedAt, now }) {
      const health = toHealth(outcome);
      if (health === "up") return noteResponse();
      // After the circuit opened, faults of attempts that began before are expected.
      if (health === "down" && startedAt >= openedAt) return noteFault(outcome, now);
      return undefined;
    },
  };
}

/**
 * Returns what an outcome shows about the destination. Every response means that it is up, except
 * those for "not now", and redirects, which stop all deliveries until a person enters the final
 * address.
 */
function toHealth(outcome: Outcome): "up" | "down" | "unknown" {
  if (outcome.kind === "delivered" || outcome.isUp) return "up";
  const { status, fault } = outcome;
  if (status === undefined) return fault === "destination" ? "down" : "unknown";
  if (status >= 300 && status < 400) return "down";
  return status === 408 || status === 429 || status >= 500 ? "down" : "up";
}
