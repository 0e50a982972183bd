import type { Verdict } from "@scanhook/webhook";
import { toCue } from "../outcome/cue.ts";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";

/** The looks of a verdict panel, each with a color and an icon. */
export type Look = Verdict["result"] | "undone" | "unchecked" | "asking";

/** Returns the look of a verdict, or of a scan that has none, or none yet. */
export function chooseLook(outcome: ScanOutcome, verdict: Verdict | undefined): Look {
  if (verdict) return verdict.code === "undone" ? "undone" : verdict.result;
  return toCue(outcome) === "unchecked" ? "unchecked" : "asking";
}
