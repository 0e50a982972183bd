import { boxSum } from "./box-sum.ts";

/** The radius of the square in which light and colors are fitted, in bins of two by two pixels. */
const radius = 3;

/**
 * The weight of the colors of the whole crop where the colors near a bin are fitted, in pixels. It
 * keeps the fit defined where no pixel near the bin has a weight.
 */
const colorPseudoCount = 15;

/** Keeps quotients of sums defined where no pixel of the crop has a weight. */
const epsilon = 1e-3;

/** The columns and rows of a crop. */
type Size = { width: number; height: number };

/**
 * Returns the number of bins along a row or column. Light and colors change slowly, so they are
 * fitted at half the scale, in bins of two by two pixels.
 */
export const countBins = (pixels: number): number => (pixels + 1) >> 1;

const createBins = ({ width, height }: Size) =>
  new Float32Array(countBins(width) * countBins(height));

function add(bins: Float32Array, bin: number, value: number): void {
  bins[bin]! += value;
}

/** Returns the sum over the square around each bin. */
const sumAround = ({ width, height }: Size, bins: Float32Array) =>
  boxSum(bins, countBins(width), countBins(height), radius);

/** Weights of pixels, and their sums near each bin. */
export type Weights = { each: Float32Array; near: Float32Array };

/** Adds up the weights near each bin. */
export function sumWeights(size: Size, each: Float32Array): Weights {
  const { width, height } = size;
  const bins = createBins(size);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * countBins(width);
    for (let column = 0; column < width; column++, at++) {
      add(bins, start + (column >> 1), each[at]!);
    }
  }
  return { each, near: sumAround(size, bins) };
}

/** The colors near each bin in one channel: normal distributions, in gray levels. */
export type ColorModel = { mean: Float32Array; variance: Float32Array };

/** Fits mean and variance of a channel near each bin, with a little of the whole crop. */
export function fitColor(size: Size, values: Float32Array, { each, near }: Weights): ColorModel {
  const { width, height } = size;
  const sums = createBins(size);
  const squareSums = createBins(size);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * countBins(width);
    for (let column = 0; column < width; column++, at++) {
      const value = values[at]!;
      const product = each[at]! * value;
      const bin = start + (column >> 1);
      add(sums, bin, product);
      add(squareSums, bin, product * value);
    }
  }
  const total = epsilon + sumOf(each);
  const valueTotal = sumOf(sums);
  const squareTotal = sumOf(squareSums);
  const mean = sumAround(size, sums);
  const variance = sumAround(size, squareSums);
  const share = colorPseudoCount / total;
  for (let bin = 0; bin < mean.length; bin++) {
    const weight = near[bin]! + share * total;
    const average = (mean[bin]! + share * valueTotal) / weight;
    const square = (variance[bin]! + share * squareTotal) / weight;
    mean[bin] = average;
    variance[bin] = Math.max(0, square - average * average);
  }
  return { mean, variance };
}

/**
 * Fits the light near each bin by least squares: the factor by which the expected ground becomes
 * the observed values of a channel. The light on the whole crop counts as `pseudoCount` pixels.
 * Ground without weight may be NaN.
 */
export function fitLight(
  size: Size,
  values: Float32Array,
  ground: Float32Array,
  weights: Float32Array,
  pseudoCount: number,
): Float32Array {
  const { width, height } = size;
  const products = createBins(size);
  const squares = createBins(size);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * countBins(width);
    for (let column = 0; column < width; column++, at++) {
      const weight = weights[at]!;
      if (weight === 0) continue;
      const tone = ground[at]!;
      const bin = start + (column >> 1);
      add(products, bin, weight * values[at]! * tone);
      add(squares, bin, weight * tone * tone);
    }
  }
  const share = pseudoCount / (epsilon + sumOf(weights));
  const product = epsilon + sumOf(products);
  const square = epsilon + sumOf(squares);
  const light = sumAround(size, products);
  const nearSquares = sumAround(size, squares);
  for (let bin = 0; bin < light.length; bin++) {
    light[bin] = (light[bin]! + share * product) / (nearSquares[bin]! + share * square);
  }
  return light;
}

function sumOf(values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum;
}
