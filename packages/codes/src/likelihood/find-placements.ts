import type { Decoder } from "./decoder.ts";
import { findEnds } from "./find-ends.ts";
import { type Placement, resample } from "./placement.ts";
import { scoredBlurs, scorePlacement } from "./score-placement.ts";

/** A placement with its score for the one of `scoredBlurs` that suits it better. */
export type ScoredPlacement = Placement & { score: number; blur: number };

/** How many pairs of ends are scored, and how many of them are refined. */
export type SearchEffort = { maxEnds: number; maxRefined: number };

export const usualSearchEffort: SearchEffort = { maxEnds: 60, maxRefined: 14 };
const maxPlacements = 4;
const endShifts = [-0.4, 0, 0.4];
const bowShifts = [-0.012, -0.006, 0.006, 0.012];
/**
 * The bends that are tried first: the symbols of cans and bottles are bent by more than a module in
 * the middle.
 */
const guesses = [
  { blur: 0.5, bow: 0 },
  { blur: 1, bow: 0 },
  { blur: 1, bow: -0.012 },
  { blur: 1, bow: 0.012 },
];

/**
 * Finds the likeliest places of a symbol that is read from left to right and whose blur is at most
 * about a module, the best first.
 *
 * @param shortest The least width of the symbol in samples.
 * @param longest The largest width of the symbol in samples.
 */
export function findPlacements(
  profile: Float32Array,
  decoder: Decoder,
  shortest: number,
  longest: number,
  { maxEnds, maxRefined }: SearchEffort = usualSearchEffort,
): ScoredPlacement[] {
  const { modules } = decoder;
  const search = { modules, shortest, longest, fade: 1.2, maxNoise: 0.75 };
  const candidates = findEnds(profile, search)
    .slice(0, maxEnds)
    .map(({ start, end }) => {
      const scores = guesses.map(({ blur, bow }) =>
        score(profile, decoder, { start, end, bow, skew: 0 }, blur),
      );
      return scores.reduce(better);
    })
    .sort(byScore)
    .slice(0, maxRefined)
    .map((candidate) => refine(profile, decoder, candidate))
    .sort(byScore);
  return withoutNeighbors(candidates, modules).slice(0, maxPlacements);
}

function score(
  profile: Float32Array,
  decoder: Decoder,
  placement: Placement,
  blur: number,
): ScoredPlacement {
  const samples = resample(profile, placement, decoder.modules);
  return {
    ...placement,
    blur,
    score: scorePlacement(samples, decoder.windows()[scoredBlurs.indexOf(blur)]!),
  };
}

/** Orders placements, the best first. */
export function byScore(a: ScoredPlacement, b: ScoredPlacement): number {
  return b.score - a.score;
}

function better(a: ScoredPlacement, b: ScoredPlacement): ScoredPlacement {
  return b.score > a.score ? b : a;
}

function refine(
  profile: Float32Array,
  decoder: Decoder,
  candidate: ScoredPlacement,
): ScoredPlacement {
  const { start, end, blur } = candidate;
  const module = (end - start) / decoder.modules;
  let best = candidate;
  for (const startShift of endShifts) {
    for (const endShift of endShifts) {
      if (startShift === 0 && endShift === 0) continue;
      const shifted = { start: start + startShift * module, end: end + endShift * module };
      best = better(best, score(profile, decoder, { ...candidate, ...shifted }, blur));
    }
  }
  const { bow } = best;
  for (const bowShift of bowShifts) {
    best = better(best, score(profile, decoder, { ...best, bow: bow + bowShift }, blur));
  }
  return best;
}

function withoutNeighbors(candidates: ScoredPlacement[], modules: number): ScoredPlacement[] {
  const kept: ScoredPlacement[] = [];
  for (const candidate of candidates) {
    const distance = ((candidate.end - candidate.start) / modules) * 0.6;
    const isNeighbor = kept.some(
      ({ start, end }) =>
        Math.abs(start - candidate.start) < distance && Math.abs(end - candidate.end) < distance,
    );
    if (!isNeighbor) kept.push(candidate);
  }
  return kept;
}
