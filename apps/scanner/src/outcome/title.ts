import { mayHaveStored } from "@scanhook/webhook";
import { texts } from "../texts/first.ts";
import { toCue } from "./cue.ts";
import type { ScanOutcome } from "./scan-outcome.ts";

/**
 * Returns an outcome in one or two words: those of the verdict, if the receiver decided. A receiver
 * that fails with a 5xx may still have the scan: a hub keeps it when the destination of a `through`
 * route does not respond. Such a scan is called unconfirmed, not refused. A 503 is a refusal: the
 * receiver says that it cannot take the scan now. A scan that was not sent is called kept only if
 * it is in the history (`isStored`).
 */
export function outcomeTitle(outcome: ScanOutcome, isStored = true): string {
  const outcomeTexts = texts.scan.outcome;
  if (outcome.kind === "accepted" && outcome.verdict) return outcome.verdict.word;
  if (outcome.kind === "refused" && !outcome.unchecked)
    return mayHaveStored(outcome.status) ? outcomeTexts.unconfirmed : outcomeTexts.refused;
  const cue = toCue(outcome) ?? "sending";
  return cue === "kept" && !isStored ? outcomeTexts.failed : outcomeTexts[cue];
}
