import type { Outcome } from "@scanhook/webhook";
import { toCue } from "./outcome-cue.ts";
import { outcomeTitle } from "./outcome-title.ts";

/**
 * Returns what a screen reader says when the outcome of a scan is known: the outcome, the scan and the reasons, as
 * sentences. A failure is urgent and interrupts.
 */
export function announce(
  outcome: Outcome | { kind: "sending" },
  scanLine: string,
): { urgent: boolean; text: string } | undefined {
  const cue = toCue(outcome);
  if (!cue) return undefined;
  const reason = "reason" in outcome ? outcome.reason : "";
  const reply = "reply" in outcome ? (outcome.reply?.text ?? "") : "";
  const sentences = [outcomeTitle(outcome), scanLine, reason, reply]
    .filter(Boolean)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return { urgent: cue === "failed", text: sentences.join(" ") };
}
