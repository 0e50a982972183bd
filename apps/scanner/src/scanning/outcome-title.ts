import type { Outcome } from "@scanhook/webhook";
import { texts } from "../texts/texts.ts";
import { toCue } from "./outcome-cue.ts";

/**
 * Returns an outcome in one or two words. A receiver that fails with a 5xx may still have the scan: a hub keeps it when
 * the destination of a `through` route does not respond. Such a scan is not confirmed, rather than refused.
 */
export function outcomeTitle(outcome: Outcome | { kind: "sending" }): string {
  const outcomeTexts = texts.scan.outcome;
  if (outcome.kind === "refused")
    return outcome.status < 500 ? outcomeTexts.refused : outcomeTexts.unconfirmed;
  return outcomeTexts[toCue(outcome) ?? "sending"];
}
