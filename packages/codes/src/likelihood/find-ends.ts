import { accumulate } from "./levels.ts";

/** The possible ends of a symbol in a profile, in samples. */
export type Ends = {
  start: number;
  end: number;
  /** The mean slope in both quiet zones together, as a part of that between the ends. */
  noise: number;
};

/** The parameters of `findEnds`. */
export type EndsSearch = {
  /** The width of the symbol in modules. */
  modules: number;
  /** The minimum width of the symbol in samples. */
  minWidth: number;
  /** The maximum width of the symbol in samples. */
  maxWidth: number;
  /** The distance in modules from an edge at which its blur has faded. */
  fade: number;
  /** The maximum mean slope in a quiet zone, as a part of that between the ends. */
  maxNoise: number;
};

/** The minimum slope of an edge, as a part of the steepest edge of the profile. */
const minSlopePart = 0.06;
/** The minimum width of a module in samples. */
const minModule = 1.1;
/** The part of a quiet zone that must be inside the profile, in modules. */
const minQuietZone = 3;
/** The part of a quiet zone whose slopes are measured, in modules. */
const measuredQuietZone = 5;
/** The range of a quiet zone whose brightness is measured, in modules from the symbol. */
const [quietStart, quietEnd] = [1, 4];

/**
 * Finds pairs of an edge into dark after a bright quiet zone and an edge out of dark before another
 * one, those with the least noise first. Returns an empty list if there is no such pair.
 */
export function findEnds(profile: Float32Array, search: EndsSearch): Ends[] {
  const { modules, minWidth, maxWidth, fade, maxNoise } = search;
  const length = profile.length;
  const slopes = new Float32Array(length);
  for (let i = 2; i < length - 2; i++)
    slopes[i] = profile[i + 2]! + profile[i + 1]! - profile[i - 1]! - profile[i - 2]!;
  const steepness = slopes.map(Math.abs);
  const activity = accumulate(steepness);
  const brightness = accumulate(profile);
  const threshold = steepness.reduce((max, value) => Math.max(max, value), 0) * minSlopePart;
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
      if (width < minWidth || width > maxWidth || module < minModule) continue;
      if (start < minQuietZone * module || end > length - minQuietZone * module) continue;
      const inside = mean(activity, start, end);
      const before = mean(activity, start - measuredQuietZone * module, start - fade * module);
      const after = mean(activity, end + fade * module, end + measuredQuietZone * module);
      if (before > inside * maxNoise || after > inside * maxNoise) continue;
      const level = mean(brightness, start, end);
      if (mean(brightness, start - quietEnd * module, start - quietStart * module) < level)
        continue;
      if (mean(brightness, end + quietStart * module, end + quietEnd * module) < level) continue;
      found.push({ start, end, noise: (before + after) / inside });
    }
  }
  return found.sort((a, b) => a.noise - b.noise);
}

/** Returns the indices of local maxima above a threshold. */
function findPeaks(values: Float32Array, threshold: number): number[] {
  const peaks: number[] = [];
  for (let i = 3; i < values.length - 3; i++) {
    const value = values[i]!;
    if (value > threshold && value >= values[i - 1]! && value > values[i + 1]!) peaks.push(i);
  }
  return peaks;
}

/** Returns the mean of the values between two positions, from their running sums. */
function mean(sums: Float64Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from));
  const last = Math.min(sums.length - 1, Math.round(to));
  return last > first ? (sums[last]! - sums[first]!) / (last - first) : 0;
}
