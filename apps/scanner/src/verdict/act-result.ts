import type { Booking, Verdict } from "@scanhook/webhook";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";
import { verdictTexts } from "../texts/verdict.ts";
import type { Act } from "./acts.ts";
import { formatAmount } from "./format-amount.ts";

/** Returns whether a verdict refuses an act, so that the verdict before it still holds. */
export function isRefused({ kind }: Act, { result }: Verdict): boolean {
  return kind === "undo" ? result !== "yes" : kind === "correct" && result === "no";
}

/** Replaces the verdict of a scan, so that everything that shows the scan follows. */
export function replaceVerdict(scan: { outcome: ScanOutcome }, verdict: Verdict): void {
  if (scan.outcome.kind === "accepted") scan.outcome = { ...scan.outcome, verdict };
}

/** Returns the verdict about an article after a person gave it a name. */
export function toNamedVerdict(verdict: Verdict, booking: Booking, title: string): Verdict {
  const { name, here } = verdictTexts.stock;
  const { unnamed: _, ...named } = booking;
  return {
    ...verdict,
    result: "yes",
    word: name.word,
    title,
    text: name.text({ here: here({ amount: formatAmount(booking.here, booking.unit) }) }),
    booking: named,
    may: verdict.may?.filter((right) => right !== "name") ?? [],
  };
}
