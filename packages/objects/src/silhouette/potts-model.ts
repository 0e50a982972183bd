import { type ColorPlanes, channels } from "./color-planes.ts";
import { isUndecided, type SegmentationInput } from "./segmentation-input.ts";

/**
 * A Potts model of two labels, object and ground, whose link weights fall with the contrast between
 * pixels (Boykov and Jolly, "Interactive graph cuts", 2001). A link has a weight for the pixel to
 * the right of each pixel and for the one below.
 */
type LinkWeights = { right: Float32Array; down: Float32Array };

/** The weight of a link across a strong edge, and what equal colors add to it, in log odds. */
const minLinkWeight = 0.1;
const likenessWeight = 1.1;

/** The standard deviation of differences that are no edge, in gray levels of each channel. */
const edgeDeviation = 9;

/**
 * The sum of the squared differences of three channels at which the likeness weight is e times
 * less.
 */
const edgeContrast = 2 * 3 * edgeDeviation ** 2;

/** How many synchronous updates lead from the evidence alone to the mean field. */
const meanFieldIterations = 10;

/** Finds the link weights. An edge that the expected ground explains does not weaken a link. */
export function findLinkWeights(input: SegmentationInput): LinkWeights {
  return { right: findWeightsAlong(input, 1), down: findWeightsAlong(input, input.width) };
}

/** Finds the weights of the links from each pixel to the one `offset` pixels on. */
function findWeightsAlong(input: SegmentationInput, offset: number): Float32Array {
  const { colors, ground, prior } = input;
  const weights = new Float32Array(prior.length);
  for (let at = 0; at + offset < weights.length; at++) {
    if (!isUndecided(input, at) && !isUndecided(input, at + offset)) continue;
    const contrast = findContrast(colors, ground.colors, at, at + offset);
    weights[at] = minLinkWeight + likenessWeight * Math.exp(-contrast / edgeContrast);
  }
  return weights;
}

/**
 * Returns the squared difference between two pixels, without what the expected ground explains if
 * that makes it smaller. The light on the ground only scales it, so both should differ by the same
 * ratio.
 */
function findContrast(
  colors: ColorPlanes,
  expected: ColorPlanes,
  at: number,
  next: number,
): number {
  let square = 0;
  let unexplained = 0;
  for (const channel of channels) {
    const value = colors[channel][at]!;
    const nextValue = colors[channel][next]!;
    const tone = expected[channel][at]!;
    const nextTone = expected[channel][next]!;
    const difference = nextValue - value;
    const ratio = (nextTone - tone) / (nextTone + tone);
    const residual = difference - ratio * (nextValue + value);
    square += difference * difference;
    unexplained += residual * residual;
  }
  // Where the ground is unknown, the second sum is NaN and the comparison false.
  return unexplained < square ? unexplained : square;
}

/**
 * Returns for each pixel the probability that it shows the object, given its prior, the log odds of
 * its color and its neighbors: the mean field of the model, from synchronous updates.
 */
export function findMeanField(
  input: SegmentationInput,
  { right, down }: LinkWeights,
  colorOdds: Float32Array,
): Float32Array {
  const { width, height, prior } = input;
  const evidence = new Float32Array(prior.length);
  const spins = new Float32Array(prior.length);
  for (let at = 0; at < spins.length; at++) {
    evidence[at] = colorOdds[at]! + prior[at]!;
    spins[at] = toSpin(evidence[at]!);
  }
  const updated = spins.slice();
  const pullOf = (links: Float32Array, link: number, neighbor: number) =>
    links[link]! * spins[neighbor]!;
  const updateRow = (row: number) => {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      if (!isUndecided(input, at)) continue;
      const pull =
        pullOf(right, at - 1, at - 1) +
        pullOf(right, at, at + 1) +
        pullOf(down, at - width, at - width) +
        pullOf(down, at, at + width);
      updated[at] = toSpin(evidence[at]! + pull);
    }
  };
  for (let iteration = 0; iteration < meanFieldIterations; iteration++) {
    for (let row = 1; row < height - 1; row++) updateRow(row);
    spins.set(updated);
  }
  for (let at = 0; at < spins.length; at++) updated[at] = (1 + spins[at]!) / 2;
  return updated;
}

/** The log odds up to which spins are tabulated, and the entries for each unit of log odds. */
const maxTableOdds = 16;
const entriesPerOdds = 128;

/** Hyperbolic tangents: faster than the function, and off by at most 0.002. */
const spinTable = Float32Array.from({ length: 2 * maxTableOdds * entriesPerOdds + 1 }, (_, index) =>
  Math.tanh((index / entriesPerOdds - maxTableOdds) / 2),
);

/** Returns the expected spin of a pixel with these log odds, from -1 (ground) to 1 (object). */
function toSpin(odds: number): number {
  const limited = Math.max(-maxTableOdds, Math.min(maxTableOdds, odds));
  return spinTable[Math.round((limited + maxTableOdds) * entriesPerOdds)]!;
}
