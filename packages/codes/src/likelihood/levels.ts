import { runningMaximum } from "../bars/rows.ts";
import { quietModules } from "./placement.ts";
import { erf, samplesPerModule } from "./render-bars.ts";

/** White is `middle + half` and black is `middle - half` at each sample of a resampled profile. */
export type Levels = { middle: Float32Array; half: Float32Array };

/** The reach of the extremes from which levels are guessed, in modules. */
const guessReach = 7;
/** The reach of the mean from which the middle of a blurred symbol is guessed, in modules. */
const blurredReach = 16;
/** The part of a quiet zone that is white, in modules from the start of a resampled profile. */
const [whiteStart, whiteEnd] = [2, 6];
/** The minimum half difference of white and black, in gray levels: less is no contrast. */
const minHalf = 2;
/** The minimum half difference of white and black in a blurred symbol, in gray levels. */
const minBlurredHalf = 3;

/**
 * Estimates levels without knowledge of the bars from the extremes nearby, which `blur` (in
 * modules) reduces.
 */
export function guessLevels(profile: Float32Array, blur: number): Levels {
  const reach = guessReach * samplesPerModule;
  const high = runningMean(runningMaximum(profile, reach), reach);
  const low = runningMean(
    runningMaximum(
      profile.map((value) => -value),
      reach,
    ),
    reach,
  );
  const amplification = 1 / Math.max(0.5, erf(1 / (blur * Math.SQRT2)));
  return {
    middle: high.map((value, i) => (value - low[i]!) / 2),
    half: high.map((value, i) => Math.max(minHalf, ((value + low[i]!) / 2) * amplification)),
  };
}

/**
 * Estimates levels of a symbol whose blur exceeds a module, where no bar or space reaches its
 * level: white from the quiet zones, and the middle as the mean of about four characters, half of
 * which is dark.
 */
export function guessBlurredLevels(profile: Float32Array): Levels {
  const length = profile.length;
  const first = quietModules * samplesPerModule;
  const last = length - first;
  const reach = Math.min(blurredReach * samplesPerModule, (last - first) >> 1);
  const quiet = [whiteStart * samplesPerModule, whiteEnd * samplesPerModule] as const;
  const whiteBefore = upperQuartile(profile.slice(quiet[0], quiet[1]));
  const whiteAfter = upperQuartile(profile.slice(length - quiet[1], length - quiet[0]));
  const sums = accumulate(profile);
  const middle = profile.map((_, i) => {
    const from = Math.max(first, Math.min(i - reach, last - 2 * reach));
    const to = Math.min(last, Math.max(i + reach, first + 2 * reach));
    return (sums[to]! - sums[from]!) / (to - from);
  });
  const half = middle.map((value, i) =>
    Math.max(minBlurredHalf, whiteBefore + ((whiteAfter - whiteBefore) * i) / length - value),
  );
  return { middle, half };
}

function runningMean(values: Float32Array, reach: number): Float32Array {
  const total = accumulate(values);
  return values.map((_, i) => {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    return (total[to]! - total[from]!) / (to - from);
  });
}

/** Returns the sums of the values before each index, and of all values at the end. */
export function accumulate(values: Float32Array): Float64Array {
  const total = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) total[i + 1] = total[i]! + values[i]!;
  return total;
}

function upperQuartile(values: Float32Array): number {
  return values.sort()[values.length - Math.ceil(values.length / 4)]!;
}
