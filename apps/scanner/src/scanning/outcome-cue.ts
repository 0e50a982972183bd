import type { Outcome } from "@scanhook/webhook";

/** A signal to notice without looking: the scan arrived, arrived with a warning, failed, or was only kept. */
export type Cue = "sent" | "warned" | "failed" | "kept";

/** Returns the cue of an outcome; undefined while the scan is being sent. */
export function toCue(outcome: Outcome | { kind: "sending" }): Cue | undefined {
  if (outcome.kind === "sending") return undefined;
  if (outcome.kind === "accepted") return outcome.reply?.warning ? "warned" : "sent";
  return outcome.kind === "refused" || outcome.kind === "unreachable" ? "failed" : "kept";
}
