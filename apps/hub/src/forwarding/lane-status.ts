import type { DestinationState } from "../store/routing.ts";
import type { CircuitState } from "./circuit.ts";
import type { Lane } from "./lane.ts";

/**
 * The reason why a `through` delivery is not sent now. `held`: its destination is paused or
 * switched off. `down`: its circuit is open. `busy`: no slot was free in time. `taken`: the
 * delivery is under way or settled. `expired`: no slot was free before it expired. `unknown`: the
 * store could not be asked. `closing`: this hub process is closing.
 */
export type WhyNotSent = "held" | "down" | "busy" | "taken" | "expired" | "unknown" | "closing";

/**
 * Returns what keeps a `through` request from the destination of this lane; undefined if it may go
 * out.
 */
export function findObstacle(
  lane: Lane,
  now: number,
  state: DestinationState = lane.destination.state,
): WhyNotSent | undefined {
  if (lane.isClosed) return "closing";
  if (state !== "on" || lane.isHolding) return "held";
  // While the circuit is open, one waiting request probes the destination; all others fail at once.
  const limit = lane.circuit.limitForPerson(Number.POSITIVE_INFINITY, now);
  return limit > lane.busy ? undefined : "down";
}

export type CircuitReport = {
  state: CircuitState;
  /** When the pause ends, while the circuit is open. */
  until?: Date | undefined;
  /** The error of the newest attempt, if that failed. */
  lastError?: string | undefined;
};

/** Returns the state of a lane's circuit. `now` is in milliseconds since 1970. */
export function reportCircuit({ circuit, lastError }: Lane, now: number): CircuitReport {
  const until = circuit.openUntil(now);
  return {
    state: circuit.state(now),
    until: until === undefined ? undefined : new Date(until),
    lastError,
  };
}
