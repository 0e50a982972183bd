import type { Levels } from "./levels.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

/**
 * The squared error that fitted levels leave, and the part of the variance that the bars explain
 * with them.
 */
export type LevelFit = { error: number; explained: number };

/** The coefficients of the Legendre polynomials that levels are made of. */
const legendre: readonly (readonly number[])[] = [[1], [0, 1], [-0.5, 0, 1.5], [0, -1.5, 0, 2.5]];
const terms = legendre.length;
const unknowns = 2 * terms;
const powerCount = 2 * terms - 1;

/** Each two of the polynomials and the coefficients of their product. */
const products = legendre.flatMap((a, row) =>
  legendre.slice(0, row + 1).map((b, column) => {
    const coefficients = new Float64Array(powerCount);
    for (const [i, x] of a.entries())
      for (const [k, y] of b.entries()) coefficients[i + k]! += x * y;
    return { row, column, coefficients };
  }),
);

// One fit at a time: these are reused, as hundreds of fits are made for a symbol.
const matrix = new Float64Array(unknowns * unknowns);
const rightSide = new Float64Array(unknowns);
const solution = new Float64Array(unknowns);

/**
 * Sums over the samples of a factor times the powers of their position, which is from -1 to 1. All
 * that a fit needs are sums of these, and they take less time than sums for each product of
 * polynomials.
 */
const [barMoments, squareMoments] = [new Float64Array(powerCount), new Float64Array(powerCount)];
const [valueMoments, mixedMoments] = [new Float64Array(terms), new Float64Array(terms)];

/**
 * Fits cubic levels to a resampled profile for known bars (from 1 for white to -1 for black) by
 * least squares, with a small penalty on curvature. Returns how well they fit.
 *
 * @param quietZone The modules of the quiet zones that the fit covers.
 */
export function fitLevels(profile: Float32Array, bars: Float32Array, quietZone: number): LevelFit {
  const { length } = profile;
  const from = (quietModules - quietZone) * samplesPerModule;
  const count = length - 2 * from;
  const plainMoments = sumPowers(length, from);
  sumBars(bars, from);
  const squares = sumValues(profile, bars, from);
  for (const { row, column, coefficients } of products) {
    setSymmetric(row, column, dot(coefficients, plainMoments));
    const barSum = dot(coefficients, barMoments);
    setSymmetric(row + terms, column, barSum);
    setSymmetric(column + terms, row, barSum);
    setSymmetric(row + terms, column + terms, dot(coefficients, squareMoments));
  }
  for (let d = 0; d < unknowns; d++) matrix[d * unknowns + d]! += penalty(d, count);
  for (let d = 0; d < terms; d++) {
    rightSide[d] = dot(legendre[d]!, valueMoments);
    rightSide[d + terms] = dot(legendre[d]!, mixedMoments);
  }
  solution.set(rightSide);
  solveInPlace();
  let error = squares;
  for (let d = 0; d < unknowns; d++) {
    error -= solution[d]! * (rightSide[d]! + solution[d]! * penalty(d, count));
  }
  const variation = squares - valueMoments[0]! ** 2 / count;
  return { error, explained: 1 - error / Math.max(1e-9, variation) };
}

/** Sums the bars and their squares. Samples equally far from the middle are taken together. */
function sumBars(bars: Float32Array, from: number): void {
  const { length } = bars;
  const step = 2 / (length - 1);
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  let b4 = 0;
  let b5 = 0;
  let b6 = 0;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  for (let i = length >> 1, k = length - 1 - i; i < length - from; i++, k--) {
    const u = i * step - 1;
    const u2 = u * u;
    const u3 = u2 * u;
    const right = bars[i]!;
    const left = bars[k]!;
    const even = right + left;
    const odd = right - left;
    const evenSquare = right * right + left * left;
    const oddSquare = even * odd;
    b0 += even;
    b1 += u * odd;
    b2 += u2 * even;
    b3 += u3 * odd;
    b4 += u2 * u2 * even;
    b5 += u2 * u3 * odd;
    b6 += u3 * u3 * even;
    s0 += evenSquare;
    s1 += u * oddSquare;
    s2 += u2 * evenSquare;
    s3 += u3 * oddSquare;
    s4 += u2 * u2 * evenSquare;
    s5 += u2 * u3 * oddSquare;
    s6 += u3 * u3 * evenSquare;
  }
  barMoments.set([b0, b1, b2, b3, b4, b5, b6]);
  squareMoments.set([s0, s1, s2, s3, s4, s5, s6]);
}

/** Sums the values, and the values times the bars. Returns the sum of the squared values. */
function sumValues(profile: Float32Array, bars: Float32Array, from: number): number {
  const { length } = profile;
  const step = 2 / (length - 1);
  let v0 = 0;
  let v1 = 0;
  let v2 = 0;
  let v3 = 0;
  let m0 = 0;
  let m1 = 0;
  let m2 = 0;
  let m3 = 0;
  let squares = 0;
  for (let i = length >> 1, k = length - 1 - i; i < length - from; i++, k--) {
    const u = i * step - 1;
    const u2 = u * u;
    const right = profile[i]!;
    const left = profile[k]!;
    const even = right + left;
    const odd = u * (right - left);
    const rightBar = right * bars[i]!;
    const leftBar = left * bars[k]!;
    const evenMixed = rightBar + leftBar;
    const oddMixed = u * (rightBar - leftBar);
    squares += right * right + left * left;
    v0 += even;
    v1 += odd;
    v2 += u2 * even;
    v3 += u2 * odd;
    m0 += evenMixed;
    m1 += oddMixed;
    m2 += u2 * evenMixed;
    m3 += u2 * oddMixed;
  }
  valueMoments.set([v0, v1, v2, v3]);
  mixedMoments.set([m0, m1, m2, m3]);
  return squares;
}

const powerSums = new Map<number, Float64Array>();

/**
 * Returns the sums of the powers of the positions themselves, which depend only on their number.
 */
function sumPowers(length: number, from: number): Float64Array {
  const key = length * length + from;
  let sums = powerSums.get(key);
  if (!sums) {
    sums = new Float64Array(powerCount);
    for (let i = from; i < length - from; i++) {
      const u = (2 * i) / (length - 1) - 1;
      for (let power = 0; power < powerCount; power++) sums[power]! += u ** power;
    }
    powerSums.set(key, sums);
  }
  return sums;
}

/** The sum of the products of as many numbers as the shorter list has. */
function dot(coefficients: ArrayLike<number>, moments: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum += coefficients[i]! * moments[i]!;
  return sum;
}

/** Fits levels like `fitLevels` and returns them too. */
export function fitLevelsOf(
  profile: Float32Array,
  bars: Float32Array,
  quietZone: number,
): LevelFit & { levels: Levels } {
  const fit = fitLevels(profile, bars, quietZone);
  return {
    ...fit,
    levels: { middle: toLevel(0, profile.length), half: toLevel(terms, profile.length) },
  };
}

/**
 * Returns a sum of the polynomials at each sample, whose factors are in `solution` from `first` on.
 */
function toLevel(first: number, length: number): Float32Array {
  const factors = solution.slice(first, first + terms);
  const [a, b, c, d] = [0, 1, 2, 3].map((power) =>
    legendre.reduce((sum, coefficients, i) => sum + (coefficients[power] ?? 0) * factors[i]!, 0),
  ) as [number, number, number, number];
  return Float32Array.from({ length }, (_, i) => {
    const u = (2 * i) / (length - 1) - 1;
    return a + u * (b + u * (c + u * d));
  });
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
