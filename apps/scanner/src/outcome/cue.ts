import type { ScanOutcome } from "./scan-outcome.ts";

/**
 * A signal to notice without looking: the scan arrived, arrived with a warning, failed, or was only
 * kept. If the receiver decides about scans, the cue is its decision, or `unchecked` without one.
 */
export type Cue =
  | "sent"
  | "warned"
  | "failed"
  | "kept"
  | "yes"
  | "look"
  | "no"
  | "ask"
  | "unchecked";

/** Returns the cue of an outcome; undefined while the scan is being sent. */
export function toCue(outcome: ScanOutcome): Cue | undefined {
  if (outcome.kind === "sending") return undefined;
  if (outcome.unchecked) return "unchecked";
  if (outcome.kind === "accepted") {
    if (outcome.verdict) return outcome.verdict.result;
    return outcome.reply?.warning ? "warned" : "sent";
  }
  return outcome.kind === "refused" || outcome.kind === "unreachable" ? "failed" : "kept";
}

/** Returns whether a cue comes from a receiver that decides about scans. */
export function isDecision(cue: Cue): boolean {
  return ["yes", "look", "no", "ask", "unchecked"].includes(cue);
}
