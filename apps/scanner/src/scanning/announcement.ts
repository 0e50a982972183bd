import { isDecision, toCue } from "../outcome/cue.ts";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";
import { outcomeTitle } from "../outcome/title.ts";
import { texts } from "../texts/first.ts";

/**
 * Returns the sentences that a screen reader speaks when the outcome of a scan is known; undefined
 * while it is being sent. For a verdict they are its result and its texts, for other outcomes the
 * outcome, the scan, the reason and the reply. An urgent text interrupts the screen reader.
 */
export function announce(
  outcome: ScanOutcome,
  scanLine: string,
): { urgent: boolean; text: string } | undefined {
  const cue = toCue(outcome);
  if (!cue) return undefined;
  const urgent = cue === "failed" || (isDecision(cue) && cue !== "yes");
  return { urgent, text: toSentences(listParts(outcome, texts.scan.outcome[cue], scanLine)) };
}

function listParts(outcome: ScanOutcome, result: string, scanLine: string): string[] {
  if (outcome.kind === "accepted" && outcome.verdict) {
    const { word, title, text, facts } = outcome.verdict;
    return [result, word, title ?? "", text, ...facts.map((fact) => fact.join(": "))];
  }
  const reason = "reason" in outcome ? outcome.reason : "";
  const reply = "reply" in outcome ? (outcome.reply?.text ?? "") : "";
  return [outcomeTitle(outcome), scanLine, reason, reply];
}

function toSentences(parts: string[]): string {
  return parts
    .filter(Boolean)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`))
    .join(" ");
}
