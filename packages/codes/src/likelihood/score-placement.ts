import { accumulate } from "./levels.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

/** Blurs in modules for which placements are scored. */
export const scoredBlurs: readonly number[] = [0.5, 1];

/** The patterns that a symbol can have at a position (in modules), as vectors with mean 0 and length 1, and how much a match counts. */
export type Window = { from: number; weight: number; templates: readonly Float32Array[] };

/** Below this variance (in squared gray levels) a window counts as uniform. */
const minVariance = 1.5;

/**
 * Scores how much a resampled profile looks like a symbol by the best correlation of each character and guard on its own,
 * averaged: 1 is perfect. Needs no levels and no digits.
 */
export function scorePlacement(profile: Float32Array, windows: readonly Window[]): number {
  const sums = accumulate(profile);
  const squares = accumulate(profile.map((value) => value * value));
  let score = 0;
  let totalWeight = 0;
  for (const { from, weight, templates } of windows) {
    totalWeight += weight;
    const first = (quietModules + from) * samplesPerModule;
    const size = templates[0]!.length;
    const sum = sums[first + size]! - sums[first]!;
    const variation = squares[first + size]! - squares[first]! - (sum * sum) / size;
    if (variation < size * minVariance) continue;
    let best = Number.NEGATIVE_INFINITY;
    for (const template of templates) {
      let product = 0;
      for (let i = 0; i < size; i++) product += profile[first + i]! * template[i]!;
      if (product > best) best = product;
    }
    score += (weight * best) / Math.sqrt(variation);
  }
  return score / totalWeight;
}

/** Returns a template with mean 0 and length 1 as a vector. */
export function normalize(template: Float32Array): Float32Array {
  const mean = template.reduce((sum, value) => sum + value, 0) / template.length;
  const size = Math.sqrt(template.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return template.map((value) => (value - mean) / size);
}
