import { toCue } from "../outcome/cue.ts";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";
import { outcomeTitle } from "../outcome/title.ts";
import { texts } from "../texts/texts.ts";

/**
 * Returns what a screen reader says when the outcome of a scan is known, as sentences: the outcome,
 * the scan and the reasons, or of a verdict yes, look or no and what it says. Everything but
 * success is urgent and interrupts.
 */
export function announce(
  outcome: ScanOutcome,
  scanLine: string,
): { urgent: boolean; text: string } | undefined {
  const cue = toCue(outcome);
  if (!cue) return undefined;
  const urgent = ["failed", "look", "no", "unchecked"].includes(cue);
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
