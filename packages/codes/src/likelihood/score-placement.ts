import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

/** Blurs in modules for which placements are scored. */
export const scoredBlurs: readonly number[] = [0.5, 1];

/**
 * The patterns that a symbol can have at a position (in modules), as vectors with mean 0 and length
 * 1, and how much a match counts. They are whole modules wide, at most `maxModules`.
 */
export type Window = { from: number; weight: number; templates: readonly Float64Array[] };

/** The maximum width of a window in modules. */
const maxModules = 20;
/**
 * The samples of the window that is being compared with its templates. The array is reused, because
 * thousands of placements are scored for a region of bars.
 */
const windowSamples = new Float64Array(maxModules * samplesPerModule);

/** The variance in squared gray levels below which a window counts as uniform. */
const minVariance = 1.5;

/**
 * Scores how much a resampled profile looks like a symbol by the best correlation of each character
 * and guard on its own, averaged: 1 is perfect. Needs no levels and no digits.
 */
export function scorePlacement(profile: Float32Array, windows: readonly Window[]): number {
  let score = 0;
  let totalWeight = 0;
  for (const { from, weight, templates } of windows) {
    totalWeight += weight;
    const first = (quietModules + from) * samplesPerModule;
    const size = templates[0]!.length;
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < size; i++) {
      const value = profile[first + i]!;
      windowSamples[i] = value;
      sum += value;
      squares += value * value;
    }
    const variation = squares - (sum * sum) / size;
    if (variation < size * minVariance) continue;
    let best = Number.NEGATIVE_INFINITY;
    for (const template of templates) {
      // The processor computes four independent sums at the same time.
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let i = 0; i < size; i += 4) {
        a += windowSamples[i]! * template[i]!;
        b += windowSamples[i + 1]! * template[i + 1]!;
        c += windowSamples[i + 2]! * template[i + 2]!;
        d += windowSamples[i + 3]! * template[i + 3]!;
      }
      best = Math.max(best, a + b + c + d);
    }
    score += (weight * best) / Math.sqrt(variation);
  }
  return score / totalWeight;
}

/** Returns a template with mean 0 and length 1 as a vector. */
export function normalize(template: Float32Array): Float64Array {
  const mean = template.reduce((sum, value) => sum + value, 0) / template.length;
  const size = Math.sqrt(template.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return Float64Array.from(template, (value) => (value - mean) / size);
}
