import { samplesPerModule } from "./render-bars.ts";

/**
 * The placement of a symbol in a profile: the positions of its first and last edge in samples, and
 * the displacement of the modules in between by curvature (`bow`, that in the middle) and by
 * perspective (`skew`), as parts of its width.
 */
export type Placement = { start: number; end: number; bow: number; skew: number };

/** The modules on each side of a symbol that are resampled with it. */
export const quietModules = 8;

/** Returns the number of samples of a resampled symbol with its surroundings. */
export function resampledLength(modules: number): number {
  return (modules + 2 * quietModules) * samplesPerModule;
}

/**
 * Resamples a profile at `samplesPerModule` samples per module, from `quietModules` before the
 * symbol to as many after it. The samples at the ends of the profile are repeated beyond it.
 */
export function resample(
  profile: Float32Array,
  { start, end, bow, skew }: Placement,
  modules: number,
): Float32Array {
  const samples = new Float32Array(resampledLength(modules));
  const width = end - start;
  const last = profile.length - 1.001;
  const slopeBefore = width * (1 + 4 * bow - 8 * skew);
  const slopeAfter = width * (1 - 4 * bow - 8 * skew);
  for (let i = 0; i < samples.length; i++) {
    const u = ((i + 0.5) / samplesPerModule - quietModules) / modules;
    let x: number;
    if (u < 0) x = start + slopeBefore * u;
    else if (u > 1) x = end + slopeAfter * (u - 1);
    else x = start + width * (u + u * (1 - u) * (4 * bow + 8 * skew * (2 * u - 1)));
    if (x < 0) x = 0;
    else if (x > last) x = last;
    const k = x | 0;
    samples[i] = profile[k]! + (profile[k + 1]! - profile[k]!) * (x - k);
  }
  return samples;
}

/** Returns the same placement in the reversed profile, which has `length` samples. */
export function mirror<T extends Placement>(placement: T, length: number): T {
  return {
    ...placement,
    start: length - 1 - placement.end,
    end: length - 1 - placement.start,
    bow: -placement.bow,
  };
}
