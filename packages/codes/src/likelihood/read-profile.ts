import type { Decoder } from "./decoder.ts";
import {
  byScore,
  findPlacements,
  type ScoredPlacement,
  type SearchEffort,
  usualSearchEffort,
} from "./find-placements.ts";
import { fitLevels } from "./fit-levels.ts";
import { renderSymbol } from "./fit-model.ts";
import { guessLevels } from "./levels.ts";
import { resample } from "./placement.ts";
import { scoredBlurs } from "./score-placement.ts";
import {
  chooseReading,
  type LikelihoodReading,
  type SettleLimits,
  settleDigits,
} from "./settle-digits.ts";

/** The maximum difference between the best score and that of a placement that is tried. */
const scoreTolerance = 0.06;
const limits: SettleLimits = { maxBlur: 1.3, hopelessBlur: 1.25, hopelessExplained: 0.8 };
/** The limits of the search, which bound the time on patterns that look like many symbols. */
export type Effort = SearchEffort & { maxTries: number };

const usualEffort: Effort = { ...usualSearchEffort, maxTries: 5 };
/** The margin and the explained part of a reading above which the search ends. */
const conclusive = { margin: 1.5, explained: 0.88 };

/** A placement that is tried, and the profile that it is in. */
type Attempt = { placement: ScoredPlacement; profile: Float32Array; isReversed: boolean };

/**
 * Reads a symbol whose blur is at most about a module from a profile (brightness along a line
 * across the bars). Returns the likeliest digits with a valid check digit, which need not be right,
 * or undefined if no part looks like a symbol.
 *
 * @param expectedLength The approximate length of the symbol in samples. Up to two thirds may be
 *   something else.
 * @param widths The parts of it that are searched one after the other.
 */
export function readProfile(
  profile: Float32Array,
  expectedLength: number,
  decoder: Decoder,
  widths: Decoder["widths"] = decoder.widths,
  effort: Effort = usualEffort,
): LikelihoodReading | undefined {
  // A region is often longer than its symbol, because of an add-on or of print beside it. If short
  // symbols were searched at once, wrong placements would displace the right one.
  for (const [minPart, maxPart] of widths) {
    const [minWidth, maxWidth] = [expectedLength * minPart, expectedLength * maxPart];
    const reading = readWidths(profile, decoder, minWidth, maxWidth, effort);
    if (reading) return reading;
  }
  return undefined;
}

function readWidths(
  profile: Float32Array,
  decoder: Decoder,
  minWidth: number,
  maxWidth: number,
  effort: Effort,
): LikelihoodReading | undefined {
  const search = (searched: Float32Array, isReversed: boolean) =>
    findPlacements(searched, decoder, minWidth, maxWidth, effort).map((placement) => ({
      placement,
      profile: searched,
      isReversed,
    }));
  const attempts: Attempt[] = [...search(profile, false), ...search(profile.toReversed(), true)]
    .filter(({ placement }) => placement.score >= decoder.minScore)
    .sort((a, b) => byScore(a.placement, b.placement))
    .slice(0, effort.maxTries);
  const readings: LikelihoodReading[] = [];
  for (const attempt of attempts) {
    if (attempt.placement.score < attempts[0]!.placement.score - scoreTolerance) break;
    const reading = readPlacement(attempt, decoder);
    if (!reading) continue;
    readings.push(reading);
    if (reading.margin > conclusive.margin && reading.explained > conclusive.explained) break;
  }
  return chooseReading(readings);
}

function readPlacement(
  { placement, profile, isReversed }: Attempt,
  decoder: Decoder,
): LikelihoodReading | undefined {
  const samples = resample(profile, placement, decoder.modules);
  const blurs = placement.blur === scoredBlurs[0] ? [0.35, 0.65] : [0.7, 1.05];
  let best = { blur: 0, characters: [] as number[], explained: Number.NEGATIVE_INFINITY };
  for (const blur of blurs) {
    const { characters } = decoder.solve(samples, guessLevels(samples, blur), { blur, gain: 0 });
    const bars = renderSymbol(decoder, characters, blur, 0);
    const { explained } = fitLevels(samples, bars, decoder.quietZone);
    if (explained > best.explained) best = { blur, characters, explained };
  }
  const { start, end, bow, skew } = placement;
  const model = { start, end, bow, skew, blur: best.blur, gain: 0 };
  return settleDigits(profile, isReversed, decoder, best.characters, model, limits);
}
