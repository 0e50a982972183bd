import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import { verdictTexts } from "../texts/en/verdict.ts";
import { formatAmount } from "./format-amount.ts";

/**
 * Returns what to say about a decision: its word, the name, and how much there is now. Words in
 * capitals become small, because some voices spell them.
 */
export function toSpokenText(outcome: SettledOutcome): string {
  const verdict = outcome.kind === "accepted" ? outcome.verdict : undefined;
  if (!verdict) return verdictTexts.unchecked.word;
  const { word, title, booking } = verdict;
  const amount = booking && verdictTexts.stock.here(formatAmount(booking.here, booking.unit));
  return [word.toLowerCase(), title, amount].filter(Boolean).join(". ");
}
