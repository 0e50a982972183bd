import { boxSum } from "./box-sum.ts";

/** The radius of the squares in which light and colors are fitted, in bins of two by two pixels. */
const radius = 3;

/**
 * Sums of two by two pixels. Light and colors change slowly, so that they are fitted at half the
 * scale.
 */
type Binned = { width: number; height: number; sums: Float32Array };

function createBinned(width: number, height: number): Binned {
  const half = { width: halve(width), height: halve(height) };
  return { ...half, sums: new Float32Array(half.width * half.height) };
}

/** Returns how many bins a row or column of so many pixels has. */
export const halve = (side: number): number => (side + 1) >> 1;

const sumBins = ({ width, height, sums }: Binned) => boxSum(sums, width, height, radius);

/** Returns the sums of the pixels near each bin. */
export function sumNear(values: Float32Array, width: number, height: number): Float32Array {
  const binned = createBinned(width, height);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * binned.width;
    for (let column = 0; column < width; column++, at++) {
      binned.sums[start + (column >> 1)]! += values[at]!;
    }
  }
  return sumBins(binned);
}

/** The colors near each bin, in gray levels. */
type Palette = { mean: Float32Array; variance: Float32Array };

/**
 * Fits mean and variance near each bin, with a little of those of the whole crop. `weightSums` are
 * the sums of the weights near each bin.
 */
export function fitColor(
  values: Float32Array,
  weights: Float32Array,
  weightSums: Float32Array,
  width: number,
  height: number,
): Palette {
  const weighted = createBinned(width, height);
  const squared = createBinned(width, height);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * weighted.width;
    for (let column = 0; column < width; column++, at++) {
      const weight = weights[at]!;
      const product = weight * values[at]!;
      const square = product * values[at]!;
      const near = start + (column >> 1);
      weighted.sums[near]! += product;
      squared.sums[near]! += square;
    }
  }
  const total = 1e-3 + sumOf(weights);
  const sum = sumOf(weighted.sums);
  const squares = sumOf(squared.sums);
  const mean = sumBins(weighted);
  const variance = sumBins(squared);
  const share = 15 / total;
  for (let near = 0; near < mean.length; near++) {
    const weight = weightSums[near]! + share * total;
    const average = (mean[near]! + share * sum) / weight;
    mean[near] = average;
    variance[near] = Math.max(0, (variance[near]! + share * squares) / weight - average * average);
  }
  return { mean, variance };
}

/**
 * Fits how light white paper is near each bin of the mat, with a little of how light it is in the
 * whole crop.
 */
export function fitGain(
  values: Float32Array,
  weights: Float32Array,
  ground: Float32Array,
  width: number,
  height: number,
  trust: number,
): Float32Array {
  const products = createBinned(width, height);
  const squares = createBinned(width, height);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * products.width;
    for (let column = 0; column < width; column++, at++) {
      const weight = weights[at]!;
      if (weight === 0) continue;
      const tone = ground[at]!;
      const near = start + (column >> 1);
      products.sums[near]! += weight * values[at]! * tone;
      squares.sums[near]! += weight * tone * tone;
    }
  }
  const total = 1e-3 + sumOf(weights);
  const product = 1e-3 + sumOf(products.sums);
  const square = 1e-3 + sumOf(squares.sums);
  const gains = sumBins(products);
  const squareSums = sumBins(squares);
  const share = trust / total;
  for (let near = 0; near < gains.length; near++) {
    gains[near] = (gains[near]! + share * product) / (squareSums[near]! + share * square);
  }
  return gains;
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum;
}
