import { boxSum } from "./box-sum.ts";

/** A crop on its way to a silhouette. Every array has a value for each pixel. */
export type Field = {
  width: number;
  height: number;
  /** Red, green and blue from 0 to 255. */
  channels: readonly [Float32Array, Float32Array, Float32Array];
  /** Red, green and blue as they are expected without the object, up to a factor; NaN where that is not known. */
  ground: readonly [Float32Array, Float32Array, Float32Array];
  /** How much the ground may differ from that, as a share of it. */
  spreads: Float32Array;
  /** How many pixels of other ground the light near a pixel is worth. */
  trust: number;
  /** The logarithm of the odds that a pixel is object, from the other views. */
  prior: Float32Array;
};

/** The radius of the squares in which light and colors are fitted, in pixels. */
const radius = 7;
/** The noise of a camera in gray levels, that of glossy and finely textured surfaces included. */
const noise = 4;
/** Below this, the prior excludes a pixel. */
const excluded = -6;

/**
 * Improves the probability of each pixel to be object, by turns (expectation and maximization): fits the light on the mat and the colors of
 * the object in squares round each pixel, compares the pixel with both, and lets pixels agree with their neighbors
 * unless an edge that the print does not explain lies between them. A shadow only scales the print, so it fits the mat.
 */
export function segment(field: Field, start: Float32Array, rounds: number): Float32Array {
  const slopes = findSlopes(field);
  const links = findLinks(field);
  let object = start;
  for (let round = 0; round < rounds; round++) {
    object = agree(field, links, weigh(field, slopes, object));
  }
  return object;
}

/** Returns the logarithm of the odds of each pixel to be object, by its colors and the prior. */
function weigh(field: Field, slopes: readonly Float32Array[], object: Float32Array): Float32Array {
  const { width, height, channels, ground, spreads, prior, trust } = field;
  const size = width * height;
  const mat = new Float32Array(size);
  const rest = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const weight = (1 - object[at]!) ** 2;
    if (ground[0][at]! >= 0) mat[at] = weight;
    else rest[at] = weight;
  }
  const hasRest = rest.some((weight) => weight > 0);
  const objectSums = boxSum(object, width, height, radius);
  const restSums = hasRest ? boxSum(rest, width, height, radius) : rest;
  const evidence = new Float32Array(size);
  for (const [channel, values] of channels.entries()) {
    const expected = ground[channel]!;
    const color = fitColor(values, object, objectSums, width, height);
    const beside = hasRest ? fitColor(values, rest, restSums, width, height) : undefined;
    const gains = fitGain(values, mat, expected, width, height, trust);
    for (let at = 0; at < size; at++) {
      if (prior[at]! < excluded) continue;
      const value = values[at]!;
      const isObject = density(value - color.mean[at]!, color.variance[at]! + 30, 0.25);
      const tone = expected[at]!;
      let isRest: number;
      if (tone >= 0) {
        const gain = gains[at]!;
        const spread =
          noise ** 2 +
          (spreads[at]! * gain * tone) ** 2 +
          (0.5 * gain * slopes[channel]![at]!) ** 2;
        isRest = density(value - gain * tone, spread, 0.03);
      } else isRest = density(value - beside!.mean[at]!, beside!.variance[at]! + 30, 0.25);
      evidence[at]! += 0.5 * Math.log(isObject / isRest);
    }
  }
  for (let at = 0; at < size; at++) {
    evidence[at] = Math.min(5, Math.max(-5, evidence[at]!)) + prior[at]!;
  }
  return evidence;
}

/** A normal distribution on a level floor: `share` of the values may be anything from 0 to 255. */
function density(difference: number, variance: number, share: number): number {
  const square = (difference * difference) / (2 * variance);
  const bell = square > 20 ? 0 : Math.exp(-square) / Math.sqrt(6.283 * variance);
  return (1 - share) * bell + share / 255;
}

/** Fits mean and variance near each pixel, with a little of those of the whole crop. */
function fitColor(
  values: Float32Array,
  weights: Float32Array,
  weightSums: Float32Array,
  width: number,
  height: number,
) {
  const size = values.length;
  const weighted = new Float32Array(size);
  const squared = new Float32Array(size);
  let [total, sum, squares] = [1, 128, 128 ** 2];
  for (let at = 0; at < size; at++) {
    const product = weights[at]! * values[at]!;
    weighted[at] = product;
    squared[at] = product * values[at]!;
    total += weights[at]!;
    sum += product;
    squares += squared[at]!;
  }
  const mean = boxSum(weighted, width, height, radius);
  const variance = boxSum(squared, width, height, radius);
  const share = 15 / total;
  for (let at = 0; at < size; at++) {
    const weight = weightSums[at]! + share * total;
    const average = (mean[at]! + share * sum) / weight;
    mean[at] = average;
    variance[at] = Math.max(0, (variance[at]! + share * squares) / weight - average * average);
  }
  return { mean, variance };
}

/** Fits how light white paper is near each pixel of the mat, with a little of how light it is in the whole crop. */
function fitGain(
  values: Float32Array,
  weights: Float32Array,
  ground: Float32Array,
  width: number,
  height: number,
  trust: number,
): Float32Array {
  const squares = new Float32Array(values.length);
  const products = new Float32Array(values.length);
  let [product, square] = [1e-3, 1e-3];
  for (let at = 0; at < values.length; at++) {
    if (weights[at] === 0) continue;
    products[at] = weights[at]! * values[at]! * ground[at]!;
    squares[at] = weights[at]! * ground[at]! ** 2;
    product += products[at]!;
    square += squares[at]!;
  }
  const gains = boxSum(products, width, height, radius);
  const squareSums = boxSum(squares, width, height, radius);
  const share = trust / weights.reduce((sum, weight) => sum + weight, 1e-3);
  for (let at = 0; at < gains.length; at++) {
    gains[at] = (gains[at]! + share * product) / (squareSums[at]! + share * square);
  }
  return gains;
}

function findSlopes({ ground, width, height }: Field): Float32Array[] {
  return ground.map((print) => findSlope(print, width, height));
}

function findSlope(print: Float32Array, width: number, height: number): Float32Array {
  const slopes = new Float32Array(print.length);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column;
      const across = (print[at + 1]! - print[at - 1]!) / 2;
      const down = (print[at + width]! - print[at - width]!) / 2;
      slopes[at] = Math.sqrt(across * across + down * down) || 0;
    }
  }
  return slopes;
}

/** How strongly a pixel is tied to the next one to the right, and to the one below. */
type Links = { right: Float32Array; down: Float32Array };

function findLinks(field: Field): Links {
  return { right: linkAlong(field, 1), down: linkAlong(field, field.width) };
}

/** Ties pixels the less, the more their colors differ by what the print does not explain. */
function linkAlong({ channels, ground, prior }: Field, step: number): Float32Array {
  const links = new Float32Array(prior.length);
  for (let at = 0; at + step < links.length; at++) {
    if (prior[at]! < excluded && prior[at + step]! < excluded) continue;
    let [square, explained] = [0, 0];
    for (const [channel, values] of channels.entries()) {
      const [own, next] = [ground[channel]![at]!, ground[channel]![at + step]!];
      const change = (2 * (next - own)) / (next + own);
      const difference = values[at + step]! - values[at]!;
      square += difference * difference;
      const left = difference - (change * (values[at + step]! + values[at]!)) / 2;
      explained += left * left;
    }
    const least = explained < square ? explained : square;
    links[at] = 0.1 + 1.1 * Math.exp(-least / (6 * 9 ** 2));
  }
  return links;
}

/** Spreads the evidence between neighbors without an edge between them (mean field of a Potts model). */
function agree(
  { width, height, prior }: Field,
  { right, down }: Links,
  evidence: Float32Array,
): Float32Array {
  let signs = evidence.map((odds) => Math.tanh(odds / 2));
  for (let step = 0; step < 10; step++) {
    const next = signs.slice();
    for (let row = 1; row < height - 1; row++) {
      for (let column = 1; column < width - 1; column++) {
        const at = row * width + column;
        if (prior[at]! < excluded) continue;
        const pull =
          right[at - 1]! * signs[at - 1]! +
          right[at]! * signs[at + 1]! +
          down[at - width]! * signs[at - width]! +
          down[at]! * signs[at + width]!;
        next[at] = 1 - 2 / (1 + Math.exp(evidence[at]! + pull));
      }
    }
    signs = next;
  }
  return signs.map((sign) => (1 + sign) / 2);
}
