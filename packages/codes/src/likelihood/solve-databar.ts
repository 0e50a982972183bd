import { measureErrors } from "./databar-errors.ts";
import {
  databarWidth,
  findersByChecksum,
  parts,
  toChecksumShare,
  toDataBarModules,
  toGtin,
} from "./databar-structure.ts";
import type { Solution } from "./decoder.ts";
import type { Levels } from "./levels.ts";
import { quietModules, resampledLength } from "./placement.ts";
import { renderBars } from "./render-bars.ts";

/** The minimum squared error, in squared gray levels: sums of squares are rounded by less. */
const minError = 1;
const surroundings = "0".repeat(quietModules);
/**
 * The values whose elements are most even. They are assumed before any part is known, because blur
 * makes most elements about as gray.
 */
const evenValues = parts.map(({ table }) => {
  const unevenness = table.map((widths) => widths.reduce((sum, width) => sum + width * width, 0));
  return unevenness.indexOf(Math.min(...unevenness));
});
const checksumShares = parts.map((part) =>
  part.table.map((_, value) => toChecksumShare(part, value)),
);

/**
 * Finds the values of the six parts with the right check value that explain a resampled profile
 * with the smallest squared error, for known levels, blur and gain. Each part is compared beside
 * the other parts of `near`, so `near` should be replaced by the result until it stays the same.
 */
export function solveDataBar(
  samples: Float32Array,
  { middle, half }: Levels,
  { blur, gain }: { blur: number; gain: number },
  near: readonly number[] = evenValues,
): Solution {
  const modules = surroundings + toDataBarModules(near) + surroundings;
  const bars = renderBars(modules, 0, resampledLength(databarWidth), blur, gain);
  const residual = samples.map((value, i) => value - middle[i]! - half[i]! * bars[i]!);
  const errors = parts.map((part) => measureErrors(part, { modules, residual, half, blur, gain }));
  const choose = (index: number) => chooseBySum(errors[index]!, checksumShares[index]!);
  const left = combine(choose(0), choose(2));
  const right = combine(choose(3), choose(5));
  const nearError = residual.reduce((sum, value) => sum + value * value, 0);
  const [best, second] = combine(left, right)
    .flatMap((choices, sum) => {
      const [leftFinder, rightFinder] = findersByChecksum[sum]!;
      const finderError = errors[1]![leftFinder]! + errors[4]![rightFinder]!;
      return choices.map(({ error, values }) => ({
        error: Math.max(minError, nearError + finderError + error),
        characters: values.toSpliced(1, 0, leftFinder).toSpliced(4, 0, rightFinder),
      }));
    })
    .sort((a, b) => a.error - b.error);
  return {
    digits: `01${toGtin(best!.characters)}`,
    characters: best!.characters,
    margin: second!.error / best!.error,
  };
}

/** The values of some characters and by how much they change the squared error. */
type Choice = { error: number; values: number[] };

/** Returns the two best values for each checksum. */
function chooseBySum(errors: Float64Array, sums: readonly number[]): Choice[][] {
  const choices = createChoices();
  for (const [value, error] of errors.entries()) {
    addChoice(choices[sums[value]!]!, error, [value], []);
  }
  return choices;
}

/**
 * Returns the two best ways to continue the first values with the second ones for each checksum of
 * both.
 */
function combine(first: Choice[][], second: Choice[][]): Choice[][] {
  const choices = createChoices();
  for (const [firstSum, firstChoices] of first.entries()) {
    for (const [secondSum, secondChoices] of second.entries()) {
      const sum = choices[(firstSum + secondSum) % choices.length]!;
      for (const a of firstChoices) {
        for (const b of secondChoices) addChoice(sum, a.error + b.error, a.values, b.values);
      }
    }
  }
  return choices;
}

function createChoices(): Choice[][] {
  return findersByChecksum.map(() => []);
}

/** Keeps a choice if it is one of the two best. */
function addChoice(
  choices: Choice[],
  error: number,
  values: readonly number[],
  more: readonly number[],
): void {
  if (choices.length === 2 && error >= choices[1]!.error) return;
  const index = choices.length > 0 && error >= choices[0]!.error ? 1 : 0;
  choices.splice(index, 0, { error, values: [...values, ...more] });
  choices.length = Math.min(2, choices.length);
}
