import type { Decoder, LikelihoodFormat } from "./decoder.ts";
import { fitLevelsOf } from "./fit-levels.ts";
import { firstSteps, fitModel, laterSteps, type Model, renderSymbol } from "./fit-model.ts";
import type { Levels } from "./levels.ts";
import { mirror, quietModules, resample } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

/** Digits read from a profile, with the figures that tell whether to believe them. */
export type LikelihoodReading = {
  format: LikelihoodFormat;
  /** The digits as printed, with the check digit; those of UPC-A with a 0 before them. */
  digits: string;
  /** The squared error of the second-best digits divided by that of these. */
  margin: number;
  /** The part of the profile's variance that the symbol explains. */
  explained: number;
  /** The darkest sample of the quiet zones on a scale from -1 for black to 1 for white. */
  quiet: number;
  /** The standard deviation of the blur in modules. */
  blur: number;
  /**
   * The first and the last edge of the symbol in samples of the profile. `start > end` if it is
   * read backwards.
   */
  start: number;
  end: number;
};

/**
 * The maximum blur of a model in modules, and the blur above which, or the explained part below
 * which, further rounds are hopeless.
 */
export type SettleLimits = { maxBlur: number; hopelessBlur: number; hopelessExplained: number };

/** The modules of a quiet zone next to the symbol that blur darkens. */
const darkenedModules = 1.5;
/** The maximum number of rounds of fitting and solving. */
const maxRounds = 4;

/**
 * Fits the model to the characters and solves the characters again with its levels, until they stay
 * the same. Returns undefined if they do not.
 *
 * @param isReversed Whether `profile` was reversed, so that the symbol is read backwards.
 */
export function settleDigits(
  profile: Float32Array,
  isReversed: boolean,
  decoder: Decoder,
  characters: readonly number[],
  model: Model,
  { maxBlur, hopelessBlur, hopelessExplained }: SettleLimits,
): LikelihoodReading | undefined {
  let current = characters;
  let fitted = model;
  for (let round = 0; round < maxRounds; round++) {
    const steps = round === 0 ? firstSteps : laterSteps;
    fitted = fitModel(profile, decoder, current, fitted, steps, maxBlur);
    const { blur, gain } = fitted;
    const samples = resample(profile, fitted, decoder.modules);
    const bars = renderSymbol(decoder, current, blur, gain);
    const { explained, levels } = fitLevelsOf(samples, bars, decoder.quietZone);
    const solution = decoder.solve(samples, levels, fitted, current);
    if (solution.characters.every((code, index) => code === current[index])) {
      const { digits, margin } = solution;
      const quiet = measureQuietZones(samples, levels, decoder.quietZone);
      const placed = isReversed ? mirror(fitted, profile.length) : fitted;
      const [start, end] = isReversed ? [placed.end, placed.start] : [placed.start, placed.end];
      return { format: decoder.format, digits, margin, explained, quiet, blur, start, end };
    }
    // A symbol explains most of the profile by now, even with some wrong digits.
    if (explained < hopelessExplained || blur > hopelessBlur) return undefined;
    current = solution.characters;
  }
  return undefined;
}

/**
 * Returns the reading that explains most, or undefined if there is none. Other digits at the same
 * position that need another direction, bend or ink spread limit its margin too.
 */
export function chooseReading(
  readings: readonly LikelihoodReading[],
): LikelihoodReading | undefined {
  const [best, ...others] = readings.toSorted((a, b) => b.explained - a.explained);
  if (!best) return undefined;
  const rival = others.find(({ digits, start, end }) => {
    const [from, to] = [Math.min(best.start, best.end), Math.max(best.start, best.end)];
    const center = (start + end) / 2;
    return digits !== best.digits && center > from && center < to;
  });
  if (!rival) return best;
  return { ...best, margin: Math.min(best.margin, (1 - rival.explained) / (1 - best.explained)) };
}

/**
 * Returns the darkest sample of both quiet zones, from -1 to 1, without the modules next to the
 * symbol, which blur darkens.
 */
function measureQuietZones(
  samples: Float32Array,
  { middle, half }: Levels,
  quietZone: number,
): number {
  const outer = (quietModules - quietZone) * samplesPerModule;
  const inner = (quietModules - darkenedModules) * samplesPerModule;
  let darkest = 1;
  for (let i = outer; i < inner; i++) {
    for (const k of [i, samples.length - 1 - i]) {
      darkest = Math.min(darkest, (samples[k]! - middle[k]!) / half[k]!);
    }
  }
  return darkest;
}
