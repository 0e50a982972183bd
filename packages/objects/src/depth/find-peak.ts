/** The score of a peak has to be at least this: a correlation of windows, at most 1. */
const minScore = 0.9;
/**
 * The uniqueness test: more than `peakWidth` steps away from the peak, every score has to be lower
 * by at least `minDrop`. Without texture, or with a repeated one, scores are high at many depths.
 */
const peakWidth = 4;
const minDrop = 0.07;

/** The step with the highest score, and where the peak lies from it, from -0.5 to 0.5 steps. */
type Peak = { index: number; shift: number };

/**
 * Finds the peak in the scores of one pixel at the depths of a sweep. The parabola through three
 * scores places it between steps. Returns undefined if the peak is too low or not unique.
 */
export function findPeak(scores: Float32Array): Peak | undefined {
  let index = 1;
  for (let step = 1; step < scores.length - 1; step++) {
    if (scores[step]! > scores[index]!) index = step;
  }
  const score = scores[index]!;
  if (score < minScore || !isUnique(scores, index)) return undefined;
  return { index, shift: findVertex(scores[index - 1]!, score, scores[index + 1]!) };
}

function isUnique(scores: Float32Array, peak: number): boolean {
  const limit = scores[peak]! - minDrop;
  return scores.every((score, step) => Math.abs(step - peak) <= peakWidth || score <= limit);
}

/** Returns the vertex of the parabola through values at -1, 0 and 1, at most 0.5 away from 0. */
function findVertex(before: number, peak: number, after: number): number {
  const curvature = before + after - 2 * peak;
  if (curvature >= 0) return 0;
  return Math.max(-0.5, Math.min(0.5, (before - after) / (2 * curvature)));
}
