import { boxSum } from "./box-sum.ts";
import type { Field } from "./segment.ts";

const radius = 6;

/**
 * Returns a first guess of the probability of each pixel to be object: little where the picture rises and falls as the print does (the
 * correlation in a square), much where the print does but the picture does not.
 */
export function startSilhouette({ width, height, channels, ground }: Field): Float32Array {
  const values = channels[1];
  const print = ground[1];
  const known = print.map((tone) => (Number.isNaN(tone) ? 0 : 1));
  const tones = print.map((tone) => (Number.isNaN(tone) ? 0 : tone));
  const sum = (of: Float32Array) => boxSum(of, width, height, radius);
  const masked = values.map((value, at) => value * known[at]!);
  const count = sum(known);
  const [x, y] = [sum(tones), sum(masked)];
  const xx = sum(tones.map((tone) => tone * tone));
  const yy = sum(masked.map((value) => value * value));
  const xy = sum(masked.map((value, at) => value * tones[at]!));
  return known.map((flag, at) => {
    if (!flag || count[at]! < radius * radius) return 0.5;
    const n = count[at]!;
    const spreadX = xx[at]! / n - (x[at]! / n) ** 2;
    const spreadY = yy[at]! / n - (y[at]! / n) ** 2;
    if (spreadX < 4e-4) return 0.4;
    const shared = xy[at]! / n - (x[at]! * y[at]!) / n ** 2;
    const likeness = shared / Math.sqrt(spreadX * (spreadY + 9));
    return Math.min(0.9, Math.max(0.02, 1.1 - 1.3 * likeness));
  });
}
