import { runningMaximum } from "../bars/rows.ts";
import { quietModules } from "./placement.ts";
import { erf, samplesPerModule } from "./render-bars.ts";

/** White is `middle + half` and black is `middle - half` at each sample of a resampled profile. */
export type Levels = { middle: Float32Array; half: Float32Array };

/** Estimates levels without knowledge of the bars from the extremes within 7 modules, which `blur` (in modules) reduces. */
export function guessLevels(profile: Float32Array, blur: number): Levels {
  const reach = 7 * samplesPerModule;
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
    half: high.map((value, i) => Math.max(2, ((value + low[i]!) / 2) * amplification)),
  };
}

/**
 * Estimates levels of a symbol whose blur exceeds a module: white from the quiet zones, and the middle as the mean of some
 * four characters, half of which is dark. No bar or space of such a symbol reaches its level.
 */
export function guessBlurredLevels(profile: Float32Array): Levels {
  const length = profile.length;
  const first = quietModules * samplesPerModule;
  const last = length - first;
  const reach = Math.min(16 * samplesPerModule, (last - first) >> 1);
  const quiet = [2 * samplesPerModule, 6 * samplesPerModule] as const;
  const whiteBefore = upperQuartile(profile.slice(quiet[0], quiet[1]));
  const whiteAfter = upperQuartile(profile.slice(length - quiet[1], length - quiet[0]));
  const sums = accumulate(profile);
  const middle = profile.map((_, i) => {
    const from = Math.max(first, Math.min(i - reach, last - 2 * reach));
    const to = Math.min(last, Math.max(i + reach, first + 2 * reach));
    return (sums[to]! - sums[from]!) / (to - from);
  });
  const half = middle.map((value, i) =>
    Math.max(3, whiteBefore + ((whiteAfter - whiteBefore) * i) / length - value),
  );
  return { middle, half };
}

/** The squared error that fitted levels leave, and the part of the variance that the bars explain with them. */
export type LevelFit = { error: number; explained: number };

const degree = 3;
const terms = degree + 1;
const unknowns = 2 * terms;

/** Legendre polynomials along a resampled profile, and the products of each two of them, sample by sample. */
type Basis = { polynomials: Float64Array; products: Float64Array };
const pairs = [0, 1, 2, 3].flatMap((row) =>
  [0, 1, 2, 3].slice(0, row + 1).map((column) => [row, column] as const),
);
const bases = new Map<number, Basis>();

function createBasis(length: number): Basis {
  const polynomials = new Float64Array(length * terms);
  const products = new Float64Array(length * pairs.length);
  for (let i = 0; i < length; i++) {
    const u = (2 * i) / (length - 1) - 1;
    const values = [1, u, 1.5 * u * u - 0.5, 2.5 * u ** 3 - 1.5 * u];
    polynomials.set(values, i * terms);
    products.set(
      pairs.map(([row, column]) => values[row]! * values[column]!),
      i * pairs.length,
    );
  }
  return { polynomials, products };
}

// One fit at a time: these are reused, as hundreds of fits are made for a symbol.
const matrix = new Float64Array(unknowns * unknowns);
const rightSide = new Float64Array(unknowns);
const solution = new Float64Array(unknowns);
const sums = new Float64Array(3 * pairs.length);

/**
 * Fits cubic levels to a resampled profile for known bars (from 1 for white to -1 for black) by least squares, with a small
 * penalty on curvature. Returns how well they fit.
 *
 * @param quietZone The modules of the quiet zones that the fit covers.
 */
export function fitLevels(profile: Float32Array, bars: Float32Array, quietZone: number): LevelFit {
  const length = profile.length;
  const { polynomials, products } = basisOf(length);
  const from = (quietModules - quietZone) * samplesPerModule;
  const to = length - from;
  const count = to - from;
  const pairCount = pairs.length;
  sums.fill(0);
  rightSide.fill(0);
  let sum = 0;
  let squares = 0;
  for (let i = from, term = from * terms, pair = from * pairCount; i < to; i++) {
    const value = profile[i]!;
    const bar = bars[i]!;
    sum += value;
    squares += value * value;
    for (let d = 0; d < terms; d++, term++) {
      const part = polynomials[term]! * value;
      rightSide[d]! += part;
      rightSide[d + terms]! += part * bar;
    }
    for (let p = 0; p < pairCount; p++, pair++) {
      const product = products[pair]!;
      sums[p]! += product;
      sums[p + pairCount]! += product * bar;
      sums[p + 2 * pairCount]! += product * bar * bar;
    }
  }
  for (let p = 0; p < pairCount; p++) {
    const [row, column] = pairs[p]!;
    setSymmetric(row, column, sums[p]!);
    setSymmetric(row + terms, column, sums[p + pairCount]!);
    setSymmetric(column + terms, row, sums[p + pairCount]!);
    setSymmetric(row + terms, column + terms, sums[p + 2 * pairCount]!);
  }
  for (let d = 0; d < unknowns; d++) matrix[d * unknowns + d]! += penalty(d, count);
  solution.set(rightSide);
  solveInPlace();
  let error = squares;
  for (let d = 0; d < unknowns; d++) {
    error -= solution[d]! * (rightSide[d]! + solution[d]! * penalty(d, count));
  }
  return { error, explained: 1 - error / Math.max(1e-9, squares - (sum * sum) / count) };
}

/** Fits levels like `fitLevels` and returns them too. */
export function fitLevelsOf(
  profile: Float32Array,
  bars: Float32Array,
  quietZone: number,
): LevelFit & { levels: Levels } {
  const fit = fitLevels(profile, bars, quietZone);
  const { polynomials } = basisOf(profile.length);
  const middle = new Float32Array(profile.length);
  const half = new Float32Array(profile.length);
  for (let i = 0; i < profile.length; i++) {
    for (let d = 0; d < terms; d++) {
      middle[i]! += solution[d]! * polynomials[i * terms + d]!;
      half[i]! += solution[d + terms]! * polynomials[i * terms + d]!;
    }
  }
  return { ...fit, levels: { middle, half } };
}

function basisOf(length: number): Basis {
  let basis = bases.get(length);
  if (!basis) {
    basis = createBasis(length);
    bases.set(length, basis);
  }
  return basis;
}

function penalty(unknown: number, count: number): number {
  return count * (unknown % terms > 1 ? 4e-3 : 1e-5);
}

function setSymmetric(row: number, column: number, value: number): void {
  matrix[row * unknowns + column] = value;
  matrix[column * unknowns + row] = value;
}

/** Gaussian elimination of `matrix` and `solution`. The penalty keeps the pivots above zero. */
function solveInPlace(): void {
  for (let pivot = 0; pivot < unknowns; pivot++) {
    for (let row = pivot + 1; row < unknowns; row++) {
      const factor = matrix[row * unknowns + pivot]! / matrix[pivot * unknowns + pivot]!;
      for (let column = pivot; column < unknowns; column++) {
        matrix[row * unknowns + column]! -= factor * matrix[pivot * unknowns + column]!;
      }
      solution[row]! -= factor * solution[pivot]!;
    }
  }
  for (let row = unknowns - 1; row >= 0; row--) {
    for (let column = row + 1; column < unknowns; column++) {
      solution[row]! -= matrix[row * unknowns + column]! * solution[column]!;
    }
    solution[row]! /= matrix[row * unknowns + row]!;
  }
}

function runningMean(values: Float32Array, reach: number): Float32Array {
  const total = accumulate(values);
  return values.map((_, i) => {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    return (total[to]! - total[from]!) / (to - from);
  });
}

/** The sums of the values before each index, and of all at the end. */
export function accumulate(values: Float32Array): Float64Array {
  const total = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) total[i + 1] = total[i]! + values[i]!;
  return total;
}

function upperQuartile(values: Float32Array): number {
  return values.sort()[values.length - Math.ceil(values.length / 4)]!;
}
