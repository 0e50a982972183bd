import type { Outcome } from "@scanhook/webhook";

/** What a person should notice without looking: the scan arrived, arrived with a warning, failed, or stayed here. */
export type Cue = "sent" | "warned" | "failed" | "kept";

/** How an outcome feels; nothing yet while it is not known. */
export function cueOf(outcome: Outcome | { kind: "sending" }): Cue | undefined {
  if (outcome.kind === "sending") return undefined;
  if (outcome.kind === "accepted") return outcome.reply?.warning ? "warned" : "sent";
  return outcome.kind === "refused" || outcome.kind === "unreachable" ? "failed" : "kept";
}
