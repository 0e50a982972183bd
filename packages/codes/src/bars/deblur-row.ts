import { runningMaximum } from "./rows.ts";

/** The reach of the filter to each side of a sample, in multiples of the blur. */
const reachFactor = 5;
/**
 * The minimum and maximum blur that is removed, as a standard deviation in samples. A row with less
 * is sharp enough, and more leaves nothing of the bars.
 */
const [minBlur, maxBlur] = [0.8, 5];
/**
 * The noise as a part of the signal, the parameter of the Wiener filter. Frequencies that blur
 * weakens to about this part or less are not amplified further.
 */
const noisePart = 0.06;
/** The number of frequencies from which the filter is summed. */
const frequencyCount = 128;
/**
 * The reach in samples, to each side, within which the extremes are the levels of white and black.
 * Every character of a code fits into it.
 */
const levelReach = 75;
/**
 * The minimum contrast as a part of the maximum contrast of the row. Stretches with less have no
 * bars and are not stretched further.
 */
const minContrastPart = 0.25;
/**
 * The part of the way from the threshold to a level at which a sample already counts as black or
 * white. Without it, blurred edges would look gray.
 */
const edgePart = 0.2;
/** The number of steepest slopes that are left out: they may be noise or print beside the bars. */
const outlierSlopes = 6;
/** The part of the samples below the black level, and of those above the white one. */
const outlierPart = 0.02;

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
  const steepest = slopes[slopes.length - 1 - outlierSlopes] ?? 0;
  if (steepest <= 0) return undefined;
  const levels = part.sort();
  const contrast =
    levels[Math.floor(levels.length * (1 - outlierPart))]! -
    levels[Math.floor(levels.length * outlierPart)]!;
  return contrast / (steepest * Math.sqrt(2 * Math.PI));
}

/** The kernels that were created, by their blur in tenths of a sample. */
const kernels = new Map<number, Float64Array>();

/**
 * Returns the kernel of a Wiener filter against Gaussian blur, whose values add up to 1. The blur
 * is rounded to a tenth of a sample, more exactly than it is measured, so that there are few
 * kernels.
 */
function createKernel(blur: number): Float64Array {
  const tenths = Math.round(Math.min(maxBlur, Math.max(minBlur, blur)) * 10);
  const known = kernels.get(tenths);
  if (known) return known;
  const reach = Math.ceil((reachFactor * tenths) / 10);
  const kernel = new Float64Array(2 * reach + 1);
  for (let k = 0; k < frequencyCount; k++) {
    const frequency = (Math.PI * (k + 0.5)) / frequencyCount;
    const attenuation = Math.exp(-((frequency * tenths) ** 2) / 200);
    const gain = attenuation / (attenuation * attenuation + noisePart * noisePart);
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
  // A loop over samples within a loop over the kernel takes half the time of the other order.
  for (let k = 0; k <= reach; k++) {
    const weight = k === 0 ? kernel[reach]! / 2 : kernel[reach + k]!;
    addPairs(sums, padded, reach - k, reach + k, weight);
  }
  return sums;
}

/** Adds pairs of samples with a weight. The first pair is at `left` and `right`. */
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

/** Maps each sample to black (0) or white (255) by the levels around it, with steep edges. */
function stretchLevels(row: Float64Array): Float32Array {
  const { length } = row;
  const values = new Float32Array(row);
  const high = runningMaximum(values, levelReach);
  const negativeLow = runningMaximum(
    values.map((value) => -value),
    levelReach,
  );
  let maxContrast = 1;
  for (let i = 0; i < length; i++) maxContrast = Math.max(maxContrast, high[i]! + negativeLow[i]!);
  for (let i = 0; i < length; i++) {
    const half = Math.max(high[i]! + negativeLow[i]!, minContrastPart * maxContrast) / 2;
    const deviation = (values[i]! - high[i]! + half) / (half * edgePart);
    values[i] = 127.5 + 127.5 * Math.max(-1, Math.min(1, deviation));
  }
  return values;
}
