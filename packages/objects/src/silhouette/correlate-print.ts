import { boxSum } from "./box-sum.ts";
import type { Appearance } from "./segmentation-input.ts";

/** The radius of the square in which picture and print are correlated, in pixels. */
const radius = 6;

/** Fewer pixels of the mat in a square give no correlation. */
const minPixels = radius * radius;

/** Print that varies less, as a variance of tones from 0 to 1, has nothing to correlate with. */
const minPrintVariance = 4e-4;

/** The variance of the noise of the camera, in gray levels squared. */
const noiseVariance = 9;

/** The probabilities beside the mat, and where the print varies too little. */
const unknownProbability = 0.5;
const plainProbability = 0.4;

/** Maps a correlation to a probability: 0.9 without one, 0.02 from 0.83 on. */
const toProbability = (correlation: number) =>
  Math.min(0.9, Math.max(0.02, 1.1 - 1.3 * correlation));

/**
 * Returns for each pixel a first guess of the probability that it shows the object, from the
 * correlation of the picture with the expected print around it: low where the picture varies as the
 * print does, high where the print varies and the picture does not.
 */
export function correlatePrint({ width, height, colors, ground }: Appearance): Float32Array {
  const values = colors[1];
  const print = ground.colors[1];
  const sums = sumMoments(values, print, width, height);
  const probabilities = new Float32Array(print.length).fill(unknownProbability);
  for (let at = 0; at < print.length; at++) {
    const count = sums.counts[at]!;
    if (Number.isNaN(print[at]!) || count < minPixels) continue;
    const tone = sums.tones[at]!;
    const value = sums.values[at]!;
    const toneVariance = sums.toneSquares[at]! / count - (tone / count) ** 2;
    if (toneVariance < minPrintVariance) {
      probabilities[at] = plainProbability;
      continue;
    }
    const valueVariance = sums.valueSquares[at]! / count - (value / count) ** 2;
    const covariance = sums.products[at]! / count - (tone * value) / count ** 2;
    probabilities[at] = toProbability(
      covariance / Math.sqrt(toneVariance * (valueVariance + noiseVariance)),
    );
  }
  return probabilities;
}

/** Sums over the square around each pixel, of the pixels that show the mat. */
type Moments = {
  counts: Float32Array;
  tones: Float32Array;
  values: Float32Array;
  toneSquares: Float32Array;
  valueSquares: Float32Array;
  products: Float32Array;
};

function sumMoments(
  values: Float32Array,
  print: Float32Array,
  width: number,
  height: number,
): Moments {
  const createTerm = () => new Float32Array(print.length);
  const [isMat, matTones, matValues] = [createTerm(), createTerm(), createTerm()];
  const [toneSquares, valueSquares, products] = [createTerm(), createTerm(), createTerm()];
  for (let at = 0; at < print.length; at++) {
    const tone = print[at]!;
    if (Number.isNaN(tone)) continue;
    const value = values[at]!;
    isMat[at] = 1;
    matTones[at] = tone;
    matValues[at] = value;
    toneSquares[at] = tone * tone;
    valueSquares[at] = value * value;
    products[at] = value * tone;
  }
  const sum = (term: Float32Array) => boxSum(term, width, height, radius);
  return {
    counts: sum(isMat),
    tones: sum(matTones),
    values: sum(matValues),
    toneSquares: sum(toneSquares),
    valueSquares: sum(valueSquares),
    products: sum(products),
  };
}

/** Pixels of a square share most of their correlation, so it counts less than clear colors. */
const correlationWeight = 0.7;

/** Returns the weighted log odds of a probability of `correlatePrint`. */
export const toLogOdds = (probability: number): number =>
  correlationWeight * Math.log(probability / (1 - probability));
