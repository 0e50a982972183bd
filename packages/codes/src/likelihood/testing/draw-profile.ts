import bwip from "bwip-js/node";

/** How a symbol is drawn into a profile. Lengths are in samples, `blur` and `gain` in modules. */
export type Drawing = {
  /** The width of a module, and the position of the first bar. */
  module: number;
  margin: number;
  blur: number;
  /** How far ink spreads at each edge. */
  gain: number;
  /** The displacement in the middle of the symbol as a part of its width. */
  bow: number;
  /** Brightness of white at both ends, and of black. */
  white: readonly [start: number, end: number];
  black: number;
  /** The standard deviation of the noise in gray levels. */
  noise: number;
  seed: number;
};

export const plainDrawing: Drawing = {
  module: 4,
  margin: 60,
  blur: 0.6,
  gain: 0,
  bow: 0,
  white: [220, 220],
  black: 40,
  noise: 0,
  seed: 1,
};

/** Points per sample at which bars are drawn before they are blurred. */
const density = 4;

/** Returns the widths of the bars and spaces of a linear symbol in modules, as BWIPP encodes it. */
export function encodeBars(bcid: string, text: string): number[] {
  const [symbol] = bwip.raw({ bcid, text }) as { sbs: number[] }[];
  return [...symbol!.sbs];
}

/**
 * Draws bars and spaces, which begin with a bar, on white. Returns brightness along a line across
 * them.
 */
export function drawProfile(bars: readonly number[], drawing: Drawing): Float32Array {
  const { module, margin, blur, white, black, noise, seed } = drawing;
  const width = module * bars.reduce((sum, bar) => sum + bar, 0);
  const length = Math.ceil(width + 2 * margin);
  const ink = blurPoints(drawInk(bars, width, length, drawing), blur * module * density);
  const random = createRandom(seed);
  return Float32Array.from({ length }, (_, i) => {
    const bright = white[0] + ((white[1] - white[0]) * i) / length;
    let value = 0;
    for (let k = 0; k < density; k++) value += ink[i * density + k]! / density;
    const grain = noise * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.min(255, Math.max(0, bright + (black - bright) * value + grain));
  });
}

/** 1 where a bar is drawn, 0 elsewhere. */
function drawInk(
  bars: readonly number[],
  width: number,
  length: number,
  { module, margin, gain, bow }: Drawing,
): Float32Array {
  const points = new Float32Array(length * density);
  const toPoint = (modules: number) => {
    const part = (modules * module) / width;
    return (margin + width * (part + 4 * bow * part * (1 - part))) * density;
  };
  let position = 0;
  bars.forEach((bar, index) => {
    if (index % 2 === 0) {
      const from = Math.round(toPoint(position - gain));
      points.fill(1, from, Math.max(from, Math.round(toPoint(position + bar + gain))));
    }
    position += bar;
  });
  return points;
}

function blurPoints(points: Float32Array, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / Math.max(0.1, deviation)) ** 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return points.map((_, i) => {
    let sum = 0;
    for (let k = Math.max(-reach, -i); k <= reach && i + k < points.length; k++)
      sum += points[i + k]! * weights[k + reach]!;
    return sum / total;
  });
}

/** Uniform numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value = (value + Math.imul(value ^ (value >>> 7), value | 61)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
