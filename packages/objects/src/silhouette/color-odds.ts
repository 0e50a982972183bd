import { type Color, type ColorPlanes, channels, perChannel, readColor } from "./color-planes.ts";
import {
  type ColorModel,
  countBins,
  fitColor,
  fitLight,
  sumWeights,
  type Weights,
} from "./fit-colors.ts";
import { toOhtaColor, toOhtaPlanes } from "./ohta-color.ts";
import { isUndecided, type SegmentationInput } from "./segmentation-input.ts";

/**
 * The variance that the camera adds to the ground, in gray levels squared, that of glossy and
 * finely textured surfaces included.
 */
const noiseVariance = 16;
/** The least variance of colors that are fitted near a pixel, in gray levels squared. */
const minColorVariance = 30;
/** The components of an Ohta color have at most this share of the variance of a channel. */
const ohtaVariance = 0.5;

/** The standard deviation by which the predicted print may be misplaced, in pixels. */
const printShift = 0.5;

/**
 * The shares of outliers among the pixels of fitted colors, and of the predicted ground, which is
 * known better.
 */
const colorOutliers = 0.25;
const groundOutliers = 0.03;

/**
 * The weight of the likelihood ratio of one channel. Red, green and blue are correlated, unlike the
 * components of an Ohta color, which count fully.
 */
const channelWeight = 0.5;

/** The log odds that colors alone give to a pixel are limited to this. */
const maxColorOdds = 5;

/** The input of the likelihoods of all rounds, with all that is derived from it once. */
type ColorEvidence = {
  input: SegmentationInput;
  /** The gradient magnitudes of the expected ground, per pixel. */
  gradients: ColorPlanes;
  /** The observed colors in the space of `toOhtaColor`. */
  ohta: ColorPlanes;
};

export function prepareColorEvidence(input: SegmentationInput): ColorEvidence {
  const { ground, colors, width, height } = input;
  return {
    input,
    gradients: perChannel((channel) => findGradients(ground.colors[channel], width, height)),
    ohta: toOhtaPlanes(colors),
  };
}

/**
 * Returns the log odds that each pixel shows the object, by its color: the likelihood under the
 * colors of the object nearby over the likelihood under the ground, in its light nearby. Both are
 * fitted with `objectProbabilities` as weights. From -5 to 5; 0 where the prior decides alone.
 */
export function findColorOdds(
  evidence: ColorEvidence,
  objectProbabilities: Float32Array,
): Float32Array {
  const { input, ohta } = evidence;
  const { colors, ground, lightPseudoCount, prior } = input;
  const weights = splitWeights(input, objectProbabilities);
  const light = perChannel((channel) =>
    fitLight(input, colors[channel], ground.colors[channel], weights.known, lightPseudoCount),
  );
  const odds = new Float32Array(prior.length);
  for (const channel of channels) {
    const models = {
      object: fitColor(input, colors[channel], weights.object),
      unknown: weights.unknown && fitColor(input, colors[channel], weights.unknown),
    };
    addChannelOdds(evidence, channel, light[channel], models, odds);
  }
  if (ground.chromaDeviations.some((deviation) => deviation >= 0)) {
    const models = perChannel((channel) => fitColor(input, ohta[channel], weights.object));
    addChromaOdds(evidence, light, models, odds);
  }
  for (let at = 0; at < odds.length; at++) {
    odds[at] = Math.min(maxColorOdds, Math.max(-maxColorOdds, odds[at]!));
  }
  return odds;
}

/** The weights with which the colors of the object and of the ground are fitted. */
type SplitWeights = {
  object: Weights;
  /** Ground whose colors are predicted. */
  known: Float32Array;
  /** Ground whose colors are not; undefined if there is none. */
  unknown: Weights | undefined;
};

function splitWeights(input: SegmentationInput, objectProbabilities: Float32Array): SplitWeights {
  const [expected] = input.ground.colors;
  const known = new Float32Array(objectProbabilities.length);
  const unknown = new Float32Array(objectProbabilities.length);
  let hasUnknown = false;
  for (let at = 0; at < objectProbabilities.length; at++) {
    // The square lets doubtful pixels count little.
    const weight = (1 - objectProbabilities[at]!) ** 2;
    if (expected[at]! >= 0) known[at] = weight;
    else {
      unknown[at] = weight;
      hasUnknown = true;
    }
  }
  return {
    object: sumWeights(input, objectProbabilities),
    known,
    unknown: hasUnknown ? sumWeights(input, unknown) : undefined,
  };
}

/** The colors of one channel that are fitted near each bin. */
type ChannelModels = { object: ColorModel; unknown: ColorModel | undefined };

/** Adds the log likelihood ratios of one channel, for pixels whose ground has no chroma. */
function addChannelOdds(
  { input, gradients }: ColorEvidence,
  channel: 0 | 1 | 2,
  light: Float32Array,
  { object, unknown }: ChannelModels,
  odds: Float32Array,
): void {
  const values = input.colors[channel];
  const expected = input.ground.colors[channel];
  const gradient = gradients[channel];
  const { deviations } = input.ground;
  visitUndecided(input, false, (at, bin) => {
    const value = values[at]!;
    const gain = light[bin]!;
    const tone = gain * expected[at]!;
    const likelihood = findModelDensity(object, bin, value, minColorVariance);
    let groundLikelihood: number;
    if (unknown && !(tone >= 0)) {
      groundLikelihood = findModelDensity(unknown, bin, value, minColorVariance);
    } else {
      const blur = printShift * gain * gradient[at]!;
      const variance = noiseVariance + (deviations[at]! * tone) ** 2 + blur ** 2;
      groundLikelihood = findDensity(value - tone, variance, groundOutliers);
    }
    odds[at]! += channelWeight * Math.log(likelihood / groundLikelihood);
  });
}

/** Adds the log likelihood ratios of Ohta colors, for pixels whose ground has chroma. */
function addChromaOdds(
  { input, ohta }: ColorEvidence,
  light: ColorPlanes,
  models: readonly [ColorModel, ColorModel, ColorModel],
  odds: Float32Array,
): void {
  const { colors, deviations, chromaDeviations } = input.ground;
  const color: Color = [0, 0, 0];
  const gain: Color = [0, 0, 0];
  const expected: Color = [0, 0, 0];
  visitUndecided(input, true, (at, bin) => {
    readColor(light, bin, gain);
    readColor(colors, at, color);
    toOhtaColor(gain[0] * color[0], gain[1] * color[1], gain[2] * color[2], expected);
    readColor(ohta, at, color);
    const brightness = Math.max(1, expected[0]);
    // Grain of wood is darker or lighter, but has nearly the same hue.
    const change = color[0] / brightness;
    for (const component of channels) {
      const value = color[component];
      const tone = component === 0 ? brightness : change * expected[component];
      const deviation = (component === 0 ? deviations : chromaDeviations)[at]! * brightness;
      const variance = ohtaVariance * noiseVariance + deviation ** 2;
      const minVariance = ohtaVariance * minColorVariance;
      const likelihood = findModelDensity(models[component], bin, value, minVariance);
      const groundLikelihood = findDensity(value - tone, variance, groundOutliers);
      odds[at]! += Math.log(likelihood / groundLikelihood);
    }
  });
}

/**
 * Calls `visit` for each pixel whose colors count, and whose ground has chroma or has none, with
 * the indices of the pixel and of its bin.
 */
function visitUndecided(
  input: SegmentationInput,
  hasChroma: boolean,
  visit: (at: number, bin: number) => void,
): void {
  const { width, height, ground } = input;
  const { chromaDeviations } = ground;
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * countBins(width);
    for (let column = 0; column < width; column++, at++) {
      if (!isUndecided(input, at) || chromaDeviations[at]! >= 0 !== hasChroma) continue;
      visit(at, start + (column >> 1));
    }
  }
}

/** Returns the density of a value under the colors that were fitted near a bin. */
function findModelDensity(
  { mean, variance }: ColorModel,
  bin: number,
  value: number,
  minVariance: number,
): number {
  return findDensity(value - mean[bin]!, variance[bin]! + minVariance, colorOutliers);
}

/** Squared deviations above this, over twice the variance, have no density. */
const maxExponent = 20;
/** 2π. More digits would change log likelihoods by less than 2e-5, but all results with them. */
const twoPi = 6.283;

/**
 * Returns the density of a mixture at a deviation from the mean: a normal distribution, and
 * outliers with the share `outliers` that are anything from 0 to 255.
 */
function findDensity(deviation: number, variance: number, outliers: number): number {
  const exponent = (deviation * deviation) / (2 * variance);
  const normal = exponent > maxExponent ? 0 : Math.exp(-exponent) / Math.sqrt(twoPi * variance);
  return (1 - outliers) * normal + outliers / 255;
}

/** Returns the magnitude of the gradient of a plane; 0 at its border and beside NaN. */
function findGradients(plane: Float32Array, width: number, height: number): Float32Array {
  const gradients = new Float32Array(plane.length);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const dx = centralDifference(plane, at, 1);
      const dy = centralDifference(plane, at, width);
      gradients[at] = Math.sqrt(dx * dx + dy * dy) || 0;
    }
  }
  return gradients;
}

const centralDifference = (plane: Float32Array, at: number, offset: number) =>
  (plane[at + offset]! - plane[at - offset]!) / 2;
