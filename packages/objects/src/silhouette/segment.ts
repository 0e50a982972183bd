import { fitColor, fitGain, halve, sumNear } from "./fit-colors.ts";
import { toParts } from "./ohta-color.ts";

/** A crop on its way to a silhouette. Every array has a value for each pixel. */
export type Field = {
  width: number;
  height: number;
  /** Red, green and blue from 0 to 255. */
  channels: readonly [Float32Array, Float32Array, Float32Array];
  /**
   * Red, green and blue as they are expected without the object, up to a factor; NaN where that is
   * not known.
   */
  ground: readonly [Float32Array, Float32Array, Float32Array];
  /** How much the ground may differ from that, as a share of it. */
  spreads: Float32Array;
  /**
   * How much its hue may differ, as a share of its brightness, where it has one; NaN for gray print
   * and where the ground is not known.
   */
  hueSpreads: Float32Array;
  /** How many pixels of other ground the light near a pixel is worth. */
  trust: number;
  /** The logarithm of the odds that a pixel is object, from the other views. */
  prior: Float32Array;
};

/**
 * The variance that a camera adds to the ground, in gray levels squared, that of glossy and finely
 * textured surfaces included, and the variance that colors of the object near a pixel have at
 * least. Parts of colors are means of channels, or halves of their differences, and have half of
 * it.
 */
const noise = 16;
const roughness = 30;
/** A prior that is over this, or under its negative, decides alone. */
const certain = 6;
const isOpen = (prior: number) => prior <= certain && prior >= -certain;

/**
 * Improves the probability of each pixel to be object, by turns (expectation and maximization):
 * fits the light on the mat and the colors of the object in squares round each pixel, compares the
 * pixel with both, and lets pixels agree with their neighbors unless an edge that the print does
 * not explain lies between them. A shadow only scales the print, so it fits the mat.
 */
export function segment(field: Field, start: Float32Array, rounds: number): Segmented {
  const slopes = findSlopes(field);
  const parts = findParts(field);
  const links = findLinks(field);
  let object = start;
  let odds: Float32Array = new Float32Array(start.length);
  for (let round = 0; round < rounds; round++) {
    odds = weigh(field, slopes, parts, object);
    object = agree(field, links, odds);
  }
  return { object, odds };
}

/**
 * The probability of each pixel to be object, and the logarithm of the odds that its own colors
 * alone give it.
 */
type Segmented = { object: Float32Array; odds: Float32Array };

/**
 * Returns the logarithm of the odds of each pixel to be object, by its colors, from -5 to 5; 0
 * where the prior decides alone.
 */
function weigh(
  { width, height, channels, ground, spreads, hueSpreads, prior, trust }: Field,
  slopes: readonly Float32Array[],
  parts: readonly Float32Array[],
  object: Float32Array,
): Float32Array {
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
  const objectSums = sumNear(object, width, height);
  const restSums = hasRest ? sumNear(rest, width, height) : undefined;
  const gains = channels.map((values, channel) =>
    fitGain(values, mat, ground[channel]!, width, height, trust),
  );
  const odds = new Float32Array(size);
  const weighPixels = (hasHue: boolean, weighPixel: (at: number, near: number) => void) => {
    for (let row = 0, at = 0; row < height; row++) {
      const start = (row >> 1) * halve(width);
      for (let column = 0; column < width; column++, at++) {
        if (!isOpen(prior[at]!) || hueSpreads[at]! >= 0 !== hasHue) continue;
        weighPixel(at, start + (column >> 1));
      }
    }
  };
  for (const [channel, values] of channels.entries()) {
    const expected = ground[channel]!;
    const color = fitColor(values, object, objectSums, width, height);
    const beside = restSums && fitColor(values, rest, restSums, width, height);
    const gain = gains[channel]!;
    const slope = slopes[channel]!;
    weighPixels(false, (at, near) => {
      const value = values[at]!;
      const isObject = density(value - color.mean[near]!, color.variance[near]! + roughness, 0.25);
      const tone = gain[near]! * expected[at]!;
      let isRest: number;
      if (tone >= 0) {
        const spread = noise + (spreads[at]! * tone) ** 2 + (0.5 * gain[near]! * slope[at]!) ** 2;
        isRest = density(value - tone, spread, 0.03);
      } else
        isRest = density(value - beside!.mean[near]!, beside!.variance[near]! + roughness, 0.25);
      odds[at]! += 0.5 * Math.log(isObject / isRest);
    });
  }
  const [reds, greens, blues] = gains as [Float32Array, Float32Array, Float32Array];
  if (!hueSpreads.some((spread) => spread >= 0)) return limitOdds(odds);
  const palettes = parts.map((values) => fitColor(values, object, objectSums, width, height));
  const expected = new Float64Array(3);
  weighPixels(true, (at, near) => {
    toParts(
      reds[near]! * ground[0][at]!,
      greens[near]! * ground[1][at]!,
      blues[near]! * ground[2][at]!,
      expected,
    );
    const level = Math.max(1, expected[0]!);
    // Grain of wood is darker or lighter, but has nearly the same hue.
    const change = parts[0]![at]! / level;
    for (let part = 0; part < 3; part++) {
      const value = parts[part]![at]!;
      const { mean, variance } = palettes[part]!;
      const isObject = density(value - mean[near]!, variance[near]! + roughness / 2, 0.25);
      const tone = part === 0 ? level : change * expected[part]!;
      const spread = (part === 0 ? spreads : hueSpreads)[at]! * level;
      const isRest = density(value - tone, noise / 2 + spread ** 2, 0.03);
      odds[at]! += Math.log(isObject / isRest);
    }
  });
  return limitOdds(odds);
}

const limitOdds = (odds: Float32Array) => odds.map((each) => Math.min(5, Math.max(-5, each)));

/** A normal distribution on a level floor: `share` of the values may be anything from 0 to 255. */
function density(difference: number, variance: number, share: number): number {
  const square = (difference * difference) / (2 * variance);
  const bell = square > 20 ? 0 : Math.exp(-square) / Math.sqrt(6.283 * variance);
  return (1 - share) * bell + share / 255;
}

/** Returns the brightness of all pixels, and the two parts of their hues. */
function findParts({ channels: [reds, greens, blues] }: Field): readonly Float32Array[] {
  const all = [0, 1, 2].map(() => new Float32Array(reds.length));
  const parts = new Float64Array(3);
  for (let at = 0; at < reds.length; at++) {
    toParts(reds[at]!, greens[at]!, blues[at]!, parts);
    for (let part = 0; part < 3; part++) all[part]![at] = parts[part]!;
  }
  return all;
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

/**
 * Adds the prior to the odds and spreads them between neighbors without an edge between them (mean
 * field of a Potts model).
 */
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

/**
 * Hyperbolic tangents of half the odds from -`maxOdds` to `maxOdds`. The table is faster than the
 * function, and off by at most 0.002.
 */
const [maxOdds, perOdds] = [16, 128];
const signTable = Float32Array.from({ length: 2 * maxOdds * perOdds + 1 }, (_, index) =>
  Math.tanh((index / perOdds - maxOdds) / 2),
);

/**
 * Returns the expected sign of a pixel, from -1 (ground) to 1 (object), for the logarithm of its
 * odds to be object.
 */
function toSign(odds: number): number {
  const within = Math.max(-maxOdds, Math.min(maxOdds, odds));
  return signTable[Math.round((within + maxOdds) * perOdds)]!;
}
