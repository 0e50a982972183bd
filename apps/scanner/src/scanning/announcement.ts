import type { Outcome } from "@scanhook/webhook";
import { outcomeTitle } from "../outcome-title.ts";
import { cueOf } from "./outcome-cue.ts";

/** What a screen reader says when the outcome of a scan is known; bad news interrupts. */
export function announce(
  outcome: Outcome | { kind: "sending" },
  what: string,
): { urgent: boolean; text: string } | undefined {
  const cue = cueOf(outcome);
  if (!cue) return undefined;
  const why = "reason" in outcome ? outcome.reason : "";
  const reply = "reply" in outcome ? (outcome.reply?.text ?? "") : "";
  const sentences = [outcomeTitle(outcome), what, why, reply]
    .filter(Boolean)
    .map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return { urgent: cue === "failed", text: sentences.join(" ") };
}
