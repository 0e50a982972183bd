import { accumulate } from "./levels.ts";

/**
 * Where a symbol may begin and end in a profile, in samples, and how busy its quiet zones are
 * compared with its bars.
 */
export type Ends = { start: number; end: number; noise: number };

export type EndsSearch = {
  /** The width of the symbol in modules. */
  modules: number;
  /** The range of its width in samples. */
  shortest: number;
  longest: number;
  /** The distance in modules from an edge at which its blur has faded. */
  fade: number;
  /** The largest slope in the quiet zones as a part of that between the ends. */
  maxNoise: number;
};

const minSlope = 0.06;
const minModule = 1.1;
/**
 * The part of a quiet zone that must be inside the profile, and the part that is looked at, in
 * modules.
 */
const minQuiet = 3;
const seenQuiet = 5;

/**
 * Finds pairs of an edge into dark after a calm bright stretch and of its mirror image, the calmest
 * first. Returns an empty list if there is none.
 */
export function findEnds(profile: Float32Array, search: EndsSearch): Ends[] {
  const { modules, shortest, longest, fade, maxNoise } = search;
  const length = profile.length;
  const slopes = new Float32Array(length);
  for (let i = 2; i < length - 2; i++)
    slopes[i] = profile[i + 2]! + profile[i + 1]! - profile[i - 1]! - profile[i - 2]!;
  const steepness = slopes.map(Math.abs);
  const activity = accumulate(steepness);
  const brightness = accumulate(profile);
  const threshold = steepness.reduce((most, value) => Math.max(most, value), 0) * minSlope;
  const falls = findPeaks(
    slopes.map((slope) => -slope),
    threshold,
  );
  const rises = findPeaks(slopes, threshold);
  const found: Ends[] = [];
  for (const start of falls) {
    for (const end of rises) {
      const width = end - start;
      const module = width / modules;
      if (width < shortest || width > longest || module < minModule) continue;
      if (start < minQuiet * module || end > length - minQuiet * module) continue;
      const inside = mean(activity, start, end);
      const before = mean(activity, start - seenQuiet * module, start - fade * module);
      const after = mean(activity, end + fade * module, end + seenQuiet * module);
      if (before > inside * maxNoise || after > inside * maxNoise) continue;
      const level = mean(brightness, start, end);
      if (mean(brightness, start - 4 * module, start - module) < level) continue;
      if (mean(brightness, end + module, end + 4 * module) < level) continue;
      found.push({ start, end, noise: (before + after) / inside });
    }
  }
  return found.sort((a, b) => a.noise - b.noise);
}

function findPeaks(values: Float32Array, threshold: number): number[] {
  const peaks: number[] = [];
  for (let i = 3; i < values.length - 3; i++) {
    const value = values[i]!;
    if (value > threshold && value >= values[i - 1]! && value > values[i + 1]!) peaks.push(i);
  }
  return peaks;
}

/** The mean of the values between two positions, from their running sums. */
function mean(sums: Float64Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from));
  const last = Math.min(sums.length - 1, Math.round(to));
  return last > first ? (sums[last]! - sums[first]!) / (last - first) : 0;
}
