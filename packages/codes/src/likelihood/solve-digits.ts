import type { Solution } from "./decoder.ts";
import type { Levels } from "./levels.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";
import type { Symbology, Variant } from "./symbologies.ts";
import type { Templates } from "./templates.ts";

/**
 * Finds the digits with a valid check digit that explain a resampled profile with the smallest
 * squared error, for known levels of white and black: dynamic programming over all number sets,
 * digits and checksums at once. It runs from the last character to the first and keeps the two
 * best continuations, as the second-best digits tell how sure the best ones are.
 */
export function solveDigits(
  profile: Float32Array,
  levels: Levels,
  symbology: Symbology,
  templates: readonly Templates[],
): Solution {
  const errors = templates.map((stretch) => compareTemplates(profile, levels, stretch));
  const { variants } = symbology;
  const bounds = boundErrors(variants, templates, errors);
  // A variant cannot be among the two best once its bound exceeds them, so the most promising ones
  // come first.
  const order = variants.map((_, index) => index).sort((a, b) => bounds[a]! - bounds[b]!);
  const known = new Map<string, Continuations>();
  const best = new TwoBest();
  for (const index of order) {
    if (bounds[index]! >= best.secondError) break;
    const variant = variants[index]!;
    const continuations = continueFrom(0, variant, templates, errors, known);
    const set = variant.sets[0]! - templates[0]!.rightCodes.first;
    for (let digit = 0; digit < 10; digit++) {
      const state = digit * 10 + ((20 - variant.constant) % 10);
      for (let rank = state * 2; rank < state * 2 + 2; rank++) {
        const error = errors[0]![set + digit]! + continuations.errors[rank]!;
        best.add(error, index, continuations.digits[rank]!);
      }
    }
  }
  const { sets, prefix, suffix } = variants[best.variant]!;
  const digits = String(best.digits).padStart(sets.length, "0");
  return {
    digits: prefix + digits + suffix,
    characters: sets.map((set, i) => set + Number(digits[i])),
    margin: best.secondError / best.error,
  };
}

/** The digits with the smallest error, and the second-smallest error. */
class TwoBest {
  error = Number.POSITIVE_INFINITY;
  secondError = Number.POSITIVE_INFINITY;
  variant = 0;
  digits = 0;

  add(error: number, variant: number, digits: number): void {
    if (error < this.error) {
      this.secondError = this.error;
      this.error = error;
      this.variant = variant;
      this.digits = digits;
    } else if (error < this.secondError) this.secondError = error;
  }
}

/** Returns a lower bound of the error of each variant: that without regard to the check digit. */
function boundErrors(
  variants: readonly Variant[],
  templates: readonly Templates[],
  errors: readonly Float64Array[],
): number[] {
  const known = new Map<string, Float64Array>();
  const boundFrom = (index: number, sets: readonly number[]): Float64Array => {
    const key = sets.slice(index).join();
    const shared = known.get(key);
    if (shared) return shared;
    const bounds = new Float64Array(10).fill(Number.POSITIVE_INFINITY);
    const stretch = templates[index + 1]!;
    const leftSet = sets[index]! - stretch.leftCodes.first;
    const isLast = index === sets.length - 1;
    const next = isLast ? new Float64Array(1) : boundFrom(index + 1, sets);
    const rightSet = isLast ? 0 : sets[index + 1]! - stretch.rightCodes.first;
    const width = isLast ? 1 : stretch.rightCodes.count;
    for (let digit = 0; digit < 10; digit++) {
      for (let nextDigit = 0; nextDigit < next.length; nextDigit++) {
        const error = errors[index + 1]![(leftSet + digit) * width + rightSet + nextDigit]!;
        bounds[digit] = Math.min(bounds[digit]!, error + next[nextDigit]!);
      }
    }
    known.set(key, bounds);
    return bounds;
  };
  return variants.map((variant) => {
    const set = variant.sets[0]! - templates[0]!.rightCodes.first;
    return boundFrom(0, variant.sets).reduce(
      (min, bound, digit) => Math.min(min, bound + errors[0]![set + digit]!),
      Number.POSITIVE_INFINITY,
    );
  });
}

/**
 * The two best ways to continue a symbol after each of 100 states: the digit of a character times
 * 10, plus the sum of the weighted digits from it to the last one, modulo 10. `digits` holds these
 * digits as a number.
 */
type Continuations = { errors: Float64Array; digits: Float64Array };

/** Variants that end alike share the continuations from there on, which are in `known`. */
function continueFrom(
  index: number,
  variant: Variant,
  templates: readonly Templates[],
  errors: readonly Float64Array[],
  known: Map<string, Continuations>,
): Continuations {
  const { sets, weights, lastDigits } = variant;
  const key = `${sets.slice(index)} ${weights.slice(index)} ${lastDigits}`;
  const shared = known.get(key);
  if (shared) return shared;
  const result = {
    errors: new Float64Array(200).fill(Number.POSITIVE_INFINITY),
    digits: new Float64Array(200),
  };
  known.set(key, result);
  const weight = weights[index]!;
  const stretch = templates[index + 1]!;
  const stretchErrors = errors[index + 1]!;
  const leftSet = sets[index]! - stretch.leftCodes.first;
  if (index === sets.length - 1) {
    for (let digit = lastDigits[0]; digit <= lastDigits[1]; digit++) {
      const best = (digit * 10 + ((digit * weight) % 10)) * 2;
      result.errors[best] = stretchErrors[leftSet + digit]!;
      result.digits[best] = digit;
    }
    return result;
  }
  const next = continueFrom(index + 1, variant, templates, errors, known);
  const rightSet = sets[index + 1]! - stretch.rightCodes.first;
  const width = stretch.rightCodes.count;
  const placeValue = 10 ** (sets.length - 1 - index);
  for (let digit = 0; digit < 10; digit++) {
    const weighted = digit * weight;
    for (let nextDigit = 0; nextDigit < 10; nextDigit++) {
      const error = stretchErrors[(leftSet + digit) * width + rightSet + nextDigit]!;
      for (let sum = 0; sum < 10; sum++) {
        const state = (digit * 10 + ((sum + weighted) % 10)) * 2;
        const from = (nextDigit * 10 + sum) * 2;
        keepTwoBest(result, state, error, digit * placeValue, next, from);
      }
    }
  }
  return result;
}

/**
 * Adds the two continuations at `from`, extended by a digit, to those at `state` if they are
 * better.
 */
function keepTwoBest(
  { errors, digits }: Continuations,
  state: number,
  error: number,
  digit: number,
  next: Continuations,
  from: number,
): void {
  const first = error + next.errors[from]!;
  if (first >= errors[state + 1]!) return;
  const second = error + next.errors[from + 1]!;
  if (first >= errors[state]!) {
    errors[state + 1] = first;
    digits[state + 1] = digit + next.digits[from]!;
    return;
  }
  if (second < errors[state]!) {
    errors[state + 1] = second;
    digits[state + 1] = digit + next.digits[from + 1]!;
  } else {
    errors[state + 1] = errors[state]!;
    digits[state + 1] = digits[state]!;
  }
  errors[state] = first;
  digits[state] = digit + next.digits[from]!;
}

/** Returns the squared error of each template of a stretch. */
function compareTemplates(
  profile: Float32Array,
  { middle, half }: Levels,
  { from, size, samples }: Templates,
): Float64Array {
  const first = Math.round((quietModules + from) * samplesPerModule);
  const errors = new Float64Array(samples.length / size);
  const offsets = Float64Array.from(
    { length: size },
    (_, i) => profile[first + i]! - middle[first + i]!,
  );
  const scales = Float64Array.from(half.subarray(first, first + size));
  let index = 0;
  for (let template = 0; template < errors.length; template++) {
    // The processor computes two independent sums at the same time. The size of a stretch is even.
    let evenSum = 0;
    let oddSum = 0;
    for (let i = 0; i < size; i += 2, index += 2) {
      const even = offsets[i]! - scales[i]! * samples[index]!;
      const odd = offsets[i + 1]! - scales[i + 1]! * samples[index + 1]!;
      evenSum += even * even;
      oddSum += odd * odd;
    }
    errors[template] = evenSum + oddSum;
  }
  return errors;
}
