import { runningMaximum } from "./rows.ts";

/**
 * How far a sample of a sharp row depends on those of the blurred one, to each side, in multiples
 * of the blur.
 */
const reachPart = 5;
/**
 * The blurs that can be removed, in samples: less is sharp enough, and more leaves nothing of the
 * bars.
 */
const [leastBlur, mostBlur] = [0.8, 5];
/**
 * Frequencies that blur weakens to about this part or less are noise and are not amplified further.
 */
const noiseLevel = 0.06;
/**
 * Levels of white and black are the extremes within this number of samples to each side, which
 * every character of a code exceeds.
 */
const levelReach = 75;
/** Where the extremes differ by less than this part of the most that they do, there are no bars. */
const minContrastPart = 0.25;
/**
 * A bar is white or black beyond this part of the way from the middle to its level. Less steep
 * edges would look gray.
 */
const edgePart = 0.2;

/**
 * Returns a row with its blur removed and its bars black (0) and white (255), however dark the
 * shadow on a part of them is.
 *
 * @param blur The standard deviation of the blur in samples, as from `measureBlur`.
 */
export function deblurRow(row: Float32Array, blur: number): Float32Array {
  return stretchLevels(convolve(row, createKernel(blur)));
}

/**
 * Measures the blur of bars in the middle `length` samples of a row: the standard deviation in
 * samples that makes the edges of wide bars as steep as the steepest ones are. Returns undefined
 * for a flat row.
 */
export function measureBlur(row: Float32Array, length: number): number | undefined {
  const margin = Math.max(0, Math.round((row.length - length) / 2));
  const part = row.slice(margin, row.length - margin);
  const slopes = part
    .map((value, i) => Math.abs((part[i + 1] ?? value) - (part[i - 1] ?? value)) / 2)
    .sort();
  // A few slopes and levels are steeper or brighter than bars, because of noise and of what lies
  // beside them.
  const steepest = slopes[slopes.length - 7] ?? 0;
  if (steepest <= 0) return undefined;
  const levels = part.sort();
  const contrast =
    levels[Math.floor(levels.length * 0.98)]! - levels[Math.floor(levels.length * 0.02)]!;
  return contrast / (steepest * Math.sqrt(2 * Math.PI));
}

const kernels = new Map<number, Float64Array>();

/** Returns the kernel of a Wiener filter against Gaussian blur, whose values add up to 1. */
function createKernel(blur: number): Float64Array {
  // The blur is known less exactly than to a tenth of a sample, so that there are few kernels.
  const tenths = Math.round(Math.min(mostBlur, Math.max(leastBlur, blur)) * 10);
  const known = kernels.get(tenths);
  if (known) return known;
  const reach = Math.ceil((reachPart * tenths) / 10);
  const kernel = new Float64Array(2 * reach + 1);
  const count = 128;
  for (let k = 0; k < count; k++) {
    const frequency = (Math.PI * (k + 0.5)) / count;
    const kept = Math.exp(-((frequency * tenths) ** 2) / 200);
    const gain = kept / (kept * kept + noiseLevel * noiseLevel);
    for (let i = -reach; i <= reach; i++) kernel[i + reach]! += gain * Math.cos(frequency * i);
  }
  for (let i = -reach; i <= reach; i++) {
    kernel[i + reach]! *= 1 + Math.cos((Math.PI * i) / (reach + 1));
  }
  const sum = kernel.reduce((total, value) => total + value, 0);
  const normalized = kernel.map((value) => value / sum);
  kernels.set(tenths, normalized);
  return normalized;
}

/** Convolves a row with a symmetric kernel. The samples at its ends are repeated beyond them. */
function convolve(row: Float32Array, kernel: Float64Array): Float64Array {
  const { length } = row;
  const reach = kernel.length >> 1;
  const padded = new Float64Array(length + 2 * reach);
  padded.fill(row[0]!, 0, reach);
  padded.set(row, reach);
  padded.fill(row[length - 1]!, reach + length);
  const sums = new Float64Array(length);
  // Loops in this order take half the time.
  for (let k = 0; k <= reach; k++) {
    const weight = k === 0 ? kernel[reach]! / 2 : kernel[reach + k]!;
    addPairs(sums, padded, reach - k, reach + k, weight);
  }
  return sums;
}

/** Adds pairs of samples, the first of which are at `left` and `right`, with a weight. */
function addPairs(
  sums: Float64Array,
  samples: Float64Array,
  left: number,
  right: number,
  weight: number,
): void {
  for (let i = 0; i < sums.length; i++) {
    sums[i]! += weight * (samples[left + i]! + samples[right + i]!);
  }
}

function stretchLevels(row: Float64Array): Float32Array {
  const { length } = row;
  const values = new Float32Array(row);
  const high = runningMaximum(values, levelReach);
  const negativeLow = runningMaximum(
    values.map((value) => -value),
    levelReach,
  );
  let most = 1;
  for (let i = 0; i < length; i++) most = Math.max(most, high[i]! + negativeLow[i]!);
  for (let i = 0; i < length; i++) {
    const half = Math.max(high[i]! + negativeLow[i]!, minContrastPart * most) / 2;
    const deviation = (values[i]! - high[i]! + half) / (half * edgePart);
    values[i] = 127.5 + 127.5 * Math.max(-1, Math.min(1, deviation));
  }
  return values;
}
