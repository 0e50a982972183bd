import type { Levels } from "./levels.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

/**
 * The squared error of fitted levels, and the part of the profile's variance that the bars explain
 * with these levels (R²).
 */
export type LevelFit = { error: number; explained: number };

/** The coefficients of the Legendre polynomials of which levels are sums, by rising power. */
const legendre: readonly (readonly number[])[] = [[1], [0, 1], [-0.5, 0, 1.5], [0, -1.5, 0, 2.5]];
/** The number of polynomials of a level. */
const termCount = legendre.length;
/** The number of unknown factors: those of the middle level and of the half. */
const unknownCount = 2 * termCount;
/** The number of powers in the product of two polynomials. */
const powerCount = 2 * termCount - 1;

/** The pairs of polynomials, with the coefficients of their products by rising power. */
const products = legendre.flatMap((a, row) =>
  legendre.slice(0, row + 1).map((b, column) => {
    const coefficients = new Float64Array(powerCount);
    for (const [i, x] of a.entries())
      for (const [k, y] of b.entries()) coefficients[i + k]! += x * y;
    return { row, column, coefficients };
  }),
);

/** The penalty on constant and linear levels, for each sample. */
const flatPenalty = 1e-5;
/** The penalty on curved levels, for each sample. */
const curvaturePenalty = 4e-3;

/**
 * Moments: sums over the samples of a factor times the rising powers of their position, which is
 * from -1 to 1. A fit needs only sums of moments, which take less time than sums for each product
 * of polynomials. The factors are the bars and their squares.
 */
type BarMoments = { bars: number[]; squares: number[] };
/** The moments of the profile and of its products with the bars, and the sum of its squares. */
type ValueMoments = { values: number[]; mixed: number[]; squares: number };

/**
 * Fits cubic levels to a resampled profile for known bars (from 1 for white to -1 for black) by
 * least squares, with a small penalty on curvature. Returns how well they fit.
 *
 * @param quietZone The modules of the quiet zones that the fit covers.
 */
export function fitLevels(profile: Float32Array, bars: Float32Array, quietZone: number): LevelFit {
  const { error, explained } = solveLevels(profile, bars, quietZone);
  return { error, explained };
}

/** Fits levels like `fitLevels` and returns them too. */
export function fitLevelsOf(
  profile: Float32Array,
  bars: Float32Array,
  quietZone: number,
): LevelFit & { levels: Levels } {
  const { error, explained, factors } = solveLevels(profile, bars, quietZone);
  const middle = evaluateLevel(factors.slice(0, termCount), profile.length);
  const half = evaluateLevel(factors.slice(termCount), profile.length);
  return { error, explained, levels: { middle, half } };
}

/**
 * Returns a fit with the factors of the polynomials: those of the middle level, then of the half.
 */
function solveLevels(
  profile: Float32Array,
  bars: Float32Array,
  quietZone: number,
): LevelFit & { factors: Float64Array } {
  const { length } = profile;
  const from = (quietModules - quietZone) * samplesPerModule;
  const count = length - 2 * from;
  fillMatrix(sumPowers(length, from), sumBars(bars, from), count);
  const { values, mixed, squares } = sumValues(profile, bars, from);
  const rightSide = new Float64Array(unknownCount);
  for (let d = 0; d < termCount; d++) {
    rightSide[d] = dot(legendre[d]!, values);
    rightSide[d + termCount] = dot(legendre[d]!, mixed);
  }
  const factors = solve(rightSide);
  let error = squares;
  for (let d = 0; d < unknownCount; d++) {
    error -= factors[d]! * (rightSide[d]! + factors[d]! * penalty(d, count));
  }
  const variation = squares - values[0]! ** 2 / count;
  return { error, explained: 1 - error / Math.max(1e-9, variation), factors };
}

/**
 * The matrix of the normal equations, row by row. It is written anew for each fit: allocating it
 * took a fifth of the time of a fit, and hundreds of fits are made for a symbol.
 */
const matrix = new Float64Array(unknownCount * unknownCount);

/** Writes the matrix of the normal equations. */
function fillMatrix(powers: Float64Array, { bars, squares }: BarMoments, count: number): void {
  for (const { row, column, coefficients } of products) {
    setSymmetric(row, column, dot(coefficients, powers));
    const barSum = dot(coefficients, bars);
    setSymmetric(row + termCount, column, barSum);
    setSymmetric(column + termCount, row, barSum);
    setSymmetric(row + termCount, column + termCount, dot(coefficients, squares));
  }
  for (let d = 0; d < unknownCount; d++) matrix[d * unknownCount + d]! += penalty(d, count);
}

/**
 * Returns the moments of the bars and of their squares. Samples equally far from the middle are
 * taken together, and each sum is a number of its own: this is the innermost loop of reading by
 * likelihood.
 */
function sumBars(bars: Float32Array, from: number): BarMoments {
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
  return { bars: [b0, b1, b2, b3, b4, b5, b6], squares: [s0, s1, s2, s3, s4, s5, s6] };
}

/** Returns the moments of the profile, like `sumBars`. */
function sumValues(profile: Float32Array, bars: Float32Array, from: number): ValueMoments {
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
  return { values: [v0, v1, v2, v3], mixed: [m0, m1, m2, m3], squares };
}

/** The sums of powers that were computed. */
const powerSums = new Map<number, Float64Array>();

/** Returns the moments of 1, which depend only on the number of samples. */
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

/** Returns the dot product of coefficients with as many moments. */
function dot(coefficients: ArrayLike<number>, moments: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < coefficients.length; i++) sum += coefficients[i]! * moments[i]!;
  return sum;
}

/** Returns a sum of the polynomials, with these factors, at each sample. */
function evaluateLevel(factors: Float64Array, length: number): Float32Array {
  const sumPower = (power: number) =>
    legendre.reduce((sum, coefficients, i) => sum + (coefficients[power] ?? 0) * factors[i]!, 0);
  const [a, b, c, d] = [sumPower(0), sumPower(1), sumPower(2), sumPower(3)];
  return Float32Array.from({ length }, (_, i) => {
    const u = (2 * i) / (length - 1) - 1;
    return a + u * (b + u * (c + u * d));
  });
}

function penalty(unknown: number, count: number): number {
  return count * (unknown % termCount > 1 ? curvaturePenalty : flatPenalty);
}

function setSymmetric(row: number, column: number, value: number): void {
  matrix[row * unknownCount + column] = value;
  matrix[column * unknownCount + row] = value;
}

/**
 * Solves the normal equations by Gaussian elimination, which changes `matrix`. The penalty keeps
 * the pivots above zero.
 */
function solve(rightSide: Float64Array): Float64Array {
  const solution = rightSide.slice();
  for (let pivot = 0; pivot < unknownCount; pivot++) {
    for (let row = pivot + 1; row < unknownCount; row++) {
      const factor = matrix[row * unknownCount + pivot]! / matrix[pivot * unknownCount + pivot]!;
      for (let column = pivot; column < unknownCount; column++) {
        matrix[row * unknownCount + column]! -= factor * matrix[pivot * unknownCount + column]!;
      }
      solution[row]! -= factor * solution[pivot]!;
    }
  }
  for (let row = unknownCount - 1; row >= 0; row--) {
    for (let column = row + 1; column < unknownCount; column++) {
      solution[row]! -= matrix[row * unknownCount + column]! * solution[column]!;
    }
    solution[row]! /= matrix[row * unknownCount + row]!;
  }
  return solution;
}
