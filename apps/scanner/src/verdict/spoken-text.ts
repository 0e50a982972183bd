import { pageLocale } from "@scanhook/texts/reader";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { outcomeTitle } from "../outcome/title.ts";
import { verdictTexts } from "../texts/verdict.ts";
import { formatAmount } from "./format-amount.ts";

/**
 * Returns what to say about an outcome. For a decision that is its word, the name, and how much
 * there is now; words in capitals become small, because some voices spell them. For a receiver that
 * decides nothing it is whether the scan arrived, and the text of the reply.
 */
export function toSpokenText(outcome: SettledOutcome): string {
  const verdict = outcome.kind === "accepted" ? outcome.verdict : undefined;
  if (outcome.unchecked) return verdictTexts.unchecked.word;
  if (!verdict) {
    const reply = "reply" in outcome ? outcome.reply?.text : undefined;
    return [outcomeTitle(outcome), reply].filter(Boolean).join(". ");
  }
  const { word, title, booking } = verdict;
  const amount =
    booking && verdictTexts.stock.here({ amount: formatAmount(booking.here, booking.unit) });
  return [word.toLocaleLowerCase(pageLocale()), title, amount].filter(Boolean).join(". ");
}
