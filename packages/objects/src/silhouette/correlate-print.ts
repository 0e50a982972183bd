import { boxSum } from "./box-sum.ts";
import type { Field } from "./segment.ts";

const radius = 6;

/**
 * Returns a first guess of the probability of each pixel to be object: little where the picture
 * rises and falls as the print does (the correlation in a square), much where the print does but
 * the picture does not.
 */
export function startSilhouette({ width, height, channels, ground }: Field): Float32Array {
  const size = width * height;
  const [values, print] = [channels[1], ground[1]];
  const terms = Array.from({ length: 6 }, () => new Float32Array(size)) as Six;
  for (let at = 0; at < size; at++) {
    const tone = print[at]!;
    if (Number.isNaN(tone)) continue;
    const value = values[at]!;
    terms[0][at] = 1;
    terms[1][at] = tone;
    terms[2][at] = value;
    terms[3][at] = tone * tone;
    terms[4][at] = value * value;
    terms[5][at] = value * tone;
  }
  const [counts, x, y, xx, yy, xy] = terms.map((term) =>
    boxSum(term, width, height, radius),
  ) as Six;
  const guess = new Float32Array(size).fill(0.5);
  for (let at = 0; at < size; at++) {
    const n = counts[at]!;
    if (Number.isNaN(print[at]!) || n < radius * radius) continue;
    const spreadX = xx[at]! / n - (x[at]! / n) ** 2;
    const spreadY = yy[at]! / n - (y[at]! / n) ** 2;
    if (spreadX < 4e-4) {
      guess[at] = 0.4;
      continue;
    }
    const shared = xy[at]! / n - (x[at]! * y[at]!) / n ** 2;
    const likeness = shared / Math.sqrt(spreadX * (spreadY + 9));
    guess[at] = Math.min(0.9, Math.max(0.02, 1.1 - 1.3 * likeness));
  }
  return guess;
}

type Six = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
