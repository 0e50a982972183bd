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

/** The radius of the squares in which light and colors are fitted, in bins of two by two pixels. */
const radius = 3;
/** The noise of a camera in gray levels, that of glossy and finely textured surfaces included. */
const noise = 4;
/** A prior that is over this, or under its negative, decides alone. */
const certain = 6;
const isOpen = (prior: number) => prior <= certain && prior >= -certain;

/**
 * Improves the probability of each pixel to be object, by turns (expectation and maximization): fits the light on the mat and the colors of
 * the object in squares round each pixel, compares the pixel with both, and lets pixels agree with their neighbors
 * unless an edge that the print does not explain lies between them. A shadow only scales the print, so it fits the mat.
 */
export function segment(field: Field, start: Float32Array, rounds: number): Segmented {
  const slopes = findSlopes(field);
  const links = findLinks(field);
  let object = start;
  let odds: Float32Array = new Float32Array(start.length);
  for (let round = 0; round < rounds; round++) {
    odds = weigh(field, slopes, object);
    object = agree(field, links, odds);
  }
  return { object, odds };
}

/** The probability of each pixel to be object, and the logarithm of the odds that its own colors alone give it. */
export type Segmented = { object: Float32Array; odds: Float32Array };

/** Returns the logarithm of the odds of each pixel to be object, by its colors, from -5 to 5; 0 where the prior decides alone. */
function weigh(field: Field, slopes: readonly Float32Array[], object: Float32Array): Float32Array {
  const { width, height, channels, ground, spreads, prior, trust } = field;
  const size = width * height;
  const mat = new Float32Array(size);
  const rest = new Float32Array(size);
  let hasRest = false;
  for (let at = 0; at < size; at++) {
    const weight = (1 - object[at]!) ** 2;
    if (ground[0][at]! >= 0) mat[at] = weight;
    else {
      rest[at] = weight;
      hasRest = true;
    }
  }
  const objectSums = sumNear(bin(object, width, height));
  const restSums = hasRest ? sumNear(bin(rest, width, height)) : undefined;
  const odds = new Float32Array(size);
  for (const [channel, values] of channels.entries()) {
    const expected = ground[channel]!;
    const color = fitColor(values, object, objectSums, width, height);
    const beside = restSums && fitColor(values, rest, restSums, width, height);
    const gains = fitGain(values, mat, expected, width, height, trust);
    const slope = slopes[channel]!;
    const weighPixel = (at: number, near: number) => {
      const value = values[at]!;
      const isObject = density(value - color.mean[near]!, color.variance[near]! + 30, 0.25);
      const tone = expected[at]!;
      let isRest: number;
      if (tone >= 0) {
        const gain = gains[near]!;
        const spread =
          noise ** 2 + (spreads[at]! * gain * tone) ** 2 + (0.5 * gain * slope[at]!) ** 2;
        isRest = density(value - gain * tone, spread, 0.03);
      } else isRest = density(value - beside!.mean[near]!, beside!.variance[near]! + 30, 0.25);
      odds[at]! += 0.5 * Math.log(isObject / isRest);
    };
    for (let row = 0, at = 0; row < height; row++) {
      const start = (row >> 1) * halve(width);
      for (let column = 0; column < width; column++, at++) {
        if (isOpen(prior[at]!)) weighPixel(at, start + (column >> 1));
      }
    }
  }
  for (let at = 0; at < size; at++) odds[at] = Math.min(5, Math.max(-5, odds[at]!));
  return odds;
}

/** Sums of two by two pixels. Light and colors change slowly, so that they are fitted at half the scale. */
type Binned = { width: number; height: number; sums: Float32Array };

function bin(values: Float32Array, width: number, height: number): Binned {
  const binned = createBinned(width, height);
  for (let row = 0, at = 0; row < height; row++) {
    const start = (row >> 1) * binned.width;
    for (let column = 0; column < width; column++, at++) {
      binned.sums[start + (column >> 1)]! += values[at]!;
    }
  }
  return binned;
}

function createBinned(width: number, height: number): Binned {
  const half = { width: halve(width), height: halve(height) };
  return { ...half, sums: new Float32Array(half.width * half.height) };
}

const halve = (side: number) => (side + 1) >> 1;

/** Returns the sums of the bins near each one. */
const sumNear = ({ width, height, sums }: Binned) => boxSum(sums, width, height, radius);

/** A normal distribution on a level floor: `share` of the values may be anything from 0 to 255. */
function density(difference: number, variance: number, share: number): number {
  const square = (difference * difference) / (2 * variance);
  const bell = square > 20 ? 0 : Math.exp(-square) / Math.sqrt(6.283 * variance);
  return (1 - share) * bell + share / 255;
}

/** Fits mean and variance near each bin, with a little of those of the whole crop. */
function fitColor(
  values: Float32Array,
  weights: Float32Array,
  weightSums: Float32Array,
  width: number,
  height: number,
) {
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
  const total = 1 + sumOf(weights);
  const sum = 128 + sumOf(weighted.sums);
  const squares = 128 ** 2 + sumOf(squared.sums);
  const mean = sumNear(weighted);
  const variance = sumNear(squared);
  const share = 15 / total;
  for (let near = 0; near < mean.length; near++) {
    const weight = weightSums[near]! + share * total;
    const average = (mean[near]! + share * sum) / weight;
    mean[near] = average;
    variance[near] = Math.max(0, (variance[near]! + share * squares) / weight - average * average);
  }
  return { mean, variance };
}

/** Fits how light white paper is near each bin of the mat, with a little of how light it is in the whole crop. */
function fitGain(
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
  const gains = sumNear(products);
  const squareSums = sumNear(squares);
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
    if (!isOpen(prior[at]!) && !isOpen(prior[at + step]!)) continue;
    let square = 0;
    let explained = 0;
    for (let channel = 0; channel < 3; channel++) {
      const own = ground[channel]![at]!;
      const next = ground[channel]![at + step]!;
      const value = channels[channel]![at]!;
      const beside = channels[channel]![at + step]!;
      const difference = beside - value;
      square += difference * difference;
      const left = difference - ((next - own) / (next + own)) * (beside + value);
      explained += left * left;
    }
    const least = explained < square ? explained : square;
    links[at] = 0.1 + 1.1 * Math.exp(-least / (6 * 9 ** 2));
  }
  return links;
}

/** Adds the prior to the odds and spreads them between neighbors without an edge between them (mean field of a Potts model). */
function agree(
  { width, height, prior }: Field,
  { right, down }: Links,
  odds: Float32Array,
): Float32Array {
  const evidence = new Float32Array(odds.length);
  const signs = new Float32Array(odds.length);
  for (let at = 0; at < odds.length; at++) {
    evidence[at] = odds[at]! + prior[at]!;
    signs[at] = toSign(evidence[at]!);
  }
  const next = signs.slice();
  const agreeInRow = (row: number) => {
    for (let at = row * width + 1; at < (row + 1) * width - 1; at++) {
      if (!isOpen(prior[at]!)) continue;
      const pull =
        right[at - 1]! * signs[at - 1]! +
        right[at]! * signs[at + 1]! +
        down[at - width]! * signs[at - width]! +
        down[at]! * signs[at + width]!;
      next[at] = toSign(evidence[at]! + pull);
    }
  };
  for (let step = 0; step < 10; step++) {
    for (let row = 1; row < height - 1; row++) agreeInRow(row);
    signs.set(next);
  }
  for (let at = 0; at < signs.length; at++) signs[at] = (1 + signs[at]!) / 2;
  return signs;
}

/** Hyperbolic tangents of half the odds from -`mostOdds` to `mostOdds`. The table is faster than the function, and off by at most 0.002. */
const [mostOdds, perOdds] = [16, 128];
const signTable = Float32Array.from({ length: 2 * mostOdds * perOdds + 1 }, (_, index) =>
  Math.tanh((index / perOdds - mostOdds) / 2),
);

/** Returns the expected sign of a pixel, from -1 (ground) to 1 (object), for the logarithm of its odds to be object. */
function toSign(odds: number): number {
  const within = Math.max(-mostOdds, Math.min(mostOdds, odds));
  return signTable[Math.round((within + mostOdds) * perOdds)]!;
}
