import type { Outcome } from "@scanhook/webhook";
import { cueOf } from "./scanning/outcome-cue.ts";
import { texts } from "./texts/texts.ts";

/**
 * What became of a scan, in one or two words above the sentences about it. A receiver that fails itself (5xx) may have
 * the scan all the same: a hub keeps it when what it passes it through to does not answer, and says so below.
 */
export function outcomeTitle(outcome: Outcome | { kind: "sending" }): string {
  const words = texts.scan.outcome;
  if (outcome.kind === "refused") return outcome.status < 500 ? words.refused : words.unconfirmed;
  return words[cueOf(outcome) ?? "sending"];
}
