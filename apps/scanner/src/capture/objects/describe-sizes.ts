import { findUnclearSides, type Measures, type SizeWarning } from "@scanhook/objects";
import { openObjectTexts } from "../../texts/objects.ts";

type SizeReport = { measures: Measures; warnings: readonly SizeWarning[]; isGuess: boolean };

/**
 * Returns sentences about how far the sizes of an object can be trusted: first that they are a
 * guess, if so, then why they may be wrong, and what to do. Empty if nothing is known against them.
 */
export function describeSizes({ measures, warnings, isGuess }: SizeReport): string[] {
  const texts = openObjectTexts.sizes;
  const reasons = warnings.map((warning) => texts.warnings[warning]);
  if (!isGuess) return reasons;
  const { box, uncertainty } = measures;
  const sides = ["length", "width", "height"] as const;
  const share = Math.max(...sides.map((side) => uncertainty[side] / box[side]));
  const guess = texts.guess({ percent: Math.round(100 * share) });
  if (reasons.length > 0) return [guess, ...reasons];
  const isHeightAlone = findUnclearSides(measures).every((side) => side === "height");
  return [guess, isHeightAlone ? texts.unclearHeight : texts.unclearOutlines];
}
