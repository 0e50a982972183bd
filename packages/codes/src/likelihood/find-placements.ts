import type { Decoder } from "./decoder.ts";
import { findEnds } from "./find-ends.ts";
import { type Placement, resample } from "./placement.ts";
import { scoredBlurs, scorePlacement } from "./score-placement.ts";

/** A placement with its best score, and the one of `scoredBlurs` that has this score. */
export type ScoredPlacement = Placement & { score: number; blur: number };

/** The maximum number of pairs of ends that are scored, and of those that are refined. */
export type SearchEffort = { maxEnds: number; maxRefined: number };

export const usualSearchEffort: SearchEffort = { maxEnds: 60, maxRefined: 14 };
/** The maximum number of placements that are returned. */
const maxPlacements = 4;
/** The shifts of both ends that are tried, in modules. */
const endShifts = [-0.4, 0, 0.4];
/** The changes of the bow that are tried, as parts of the symbol's width. */
const bowShifts = [-0.012, -0.006, 0.006, 0.012];
/** The distance of an end in modules from which two placements are different. */
const minDistance = 0.6;
/** The distance at which an edge has faded, in modules. */
const fade = 1.2;
/** The maximum noise of quiet zones. */
const maxNoise = 0.75;
/**
 * The blurs and bows that are tried first: symbols on cans and bottles are displaced by more than a
 * module in the middle.
 */
const guesses = [
  { blur: 0.5, bow: 0 },
  { blur: 1, bow: 0 },
  { blur: 1, bow: -0.012 },
  { blur: 1, bow: 0.012 },
];

/**
 * Finds the likeliest placements of a symbol that is read from left to right and whose blur is at
 * most about a module, the best first.
 *
 * @param minWidth The minimum width of the symbol in samples.
 * @param maxWidth The maximum width of the symbol in samples.
 */
export function findPlacements(
  profile: Float32Array,
  decoder: Decoder,
  minWidth: number,
  maxWidth: number,
  { maxEnds, maxRefined }: SearchEffort = usualSearchEffort,
): ScoredPlacement[] {
  const { modules } = decoder;
  const search = { modules, minWidth, maxWidth, fade, maxNoise };
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

/** Moves the ends of a placement, then its bow, to the highest score. */
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

/** Leaves out placements whose ends are near those of a better one. */
function withoutNeighbors(candidates: ScoredPlacement[], modules: number): ScoredPlacement[] {
  const distinct: ScoredPlacement[] = [];
  for (const candidate of candidates) {
    const distance = ((candidate.end - candidate.start) / modules) * minDistance;
    const isNeighbor = distinct.some(
      ({ start, end }) =>
        Math.abs(start - candidate.start) < distance && Math.abs(end - candidate.end) < distance,
    );
    if (!isNeighbor) distinct.push(candidate);
  }
  return distinct;
}
