import type { Decoder } from "./decoder.ts";
import { findEnds } from "./find-ends.ts";
import { fitLevelsOf } from "./fit-levels.ts";
import { renderSymbol } from "./fit-model.ts";
import { guessBlurredLevels } from "./levels.ts";
import { mirror, type Placement, resample } from "./placement.ts";
import {
  chooseReading,
  type LikelihoodReading,
  type SettleLimits,
  settleDigits,
} from "./settle-digits.ts";

/** The appearance that is assumed while placements are compared, in modules. */
const assumed = { blur: 1.6, gain: 0 };
/**
 * Appearances from which the digits are solved at the best placement: blur hides how far ink has
 * spread.
 */
const appearances = [1.4, 1.8].flatMap((blur) => [-0.2, 0, 0.2].map((gain) => ({ blur, gain })));
const limits: SettleLimits = {
  maxBlur: 2.3,
  hopelessBlur: Number.POSITIVE_INFINITY,
  hopelessExplained: 0,
};
/** The maximum number of pairs of ends that are tried. */
const maxEnds = 30;
/** The maximum number of attempts whose ends are shifted by coarse steps. */
const maxShifted = 5;
/** The maximum number of attempts that are refined. */
const maxRefined = 3;
/** The maximum number of attempts whose digits are settled. */
const maxSettled = 3;
/** The minimum part of the variance that a symbol explains before its digits are settled. */
const minExplained = 0.85;
/** The maximum change of brightness within a module of such a symbol, as a part of its contrast. */
const maxEdgePart = 0.34;
/** The minimum and maximum width of a symbol, as parts of the expected length. */
const [minWidthPart, maxWidthPart] = [0.45, 1.1];
/** The distance at which an edge has faded, in modules. */
const fade = 2.2;
/** The maximum noise of quiet zones. */
const maxNoise = 0.85;
/** The shifts of both ends that are tried first, in modules. */
const coarseShifts = [-0.8, 0, 0.8];
/** The shifts of both ends that are tried around the best placements, in modules. */
const fineShifts = [-0.4, 0, 0.4];
/** The bows that are tried, as parts of the width. */
const fineBows = [-0.005, 0.005];

/** The blur (a standard deviation) and the ink spread of a symbol, in modules. */
type Appearance = { blur: number; gain: number };
/** The digits that were solved for a placement and an appearance, and what they explain. */
type Attempt = Placement & {
  isReversed: boolean;
  appearance: Appearance;
  characters: number[];
  explained: number;
};

/**
 * Reads a symbol so blurred (1.2 to 2.3 modules) that no character can be recognized on its own:
 * solves all digits at many placements and settles those that explain most. Returns the likeliest
 * digits, which need not be right, or undefined at once for a sharp profile.
 *
 * @param expectedLength The approximate length of the symbol in samples.
 */
export function readBlurredProfile(
  profile: Float32Array,
  expectedLength: number,
  decoder: Decoder,
): LikelihoodReading | undefined {
  const { modules } = decoder;
  const reversed = profile.toReversed();
  const profileOf = (isReversed: boolean) => (isReversed ? reversed : profile);
  const attempt = (placement: Placement, isReversed: boolean, appearance = assumed): Attempt => ({
    ...placement,
    isReversed,
    appearance,
    ...solveAt(profileOf(isReversed), placement, decoder, appearance),
  });
  const search = {
    modules,
    minWidth: expectedLength * minWidthPart,
    maxWidth: expectedLength * maxWidthPart,
    fade,
    maxNoise,
  };
  const attempts = findEnds(profile, search)
    .filter(({ start, end }) => isBlurred(profile, start, end, modules))
    .slice(0, maxEnds)
    .map(({ start, end }) => {
      const placement = { start, end, bow: 0, skew: 0 };
      const forwards = attempt(placement, false);
      const backwards = attempt(mirror(placement, profile.length), true);
      return backwards.explained > forwards.explained ? backwards : forwards;
    })
    .sort(byExplained)
    .slice(0, maxShifted)
    .flatMap((near) =>
      shift(near, modules, coarseShifts).map((shifted) => attempt(shifted, near.isReversed)),
    )
    .sort(byExplained)
    .slice(0, maxRefined)
    .map((near) => maxExplained(near, shift(near, modules, fineShifts), attempt))
    .map((near) =>
      maxExplained(
        near,
        fineBows.map((bow) => ({ ...near, bow })),
        attempt,
      ),
    )
    .filter(({ explained }) => explained >= minExplained)
    .flatMap((near) => appearances.map((appearance) => attempt(near, near.isReversed, appearance)))
    .sort(byExplained);
  const readings = withoutRepetitions(attempts)
    .slice(0, maxSettled)
    .flatMap(({ start, end, bow, skew, characters, isReversed, appearance }) => {
      const model = { start, end, bow, skew, ...appearance };
      const from = profileOf(isReversed);
      return settleDigits(from, isReversed, decoder, characters, model, limits) ?? [];
    });
  return chooseReading(readings);
}

/** Solves the digits with guessed levels, and once more with those that fit the digits found. */
function solveAt(
  profile: Float32Array,
  placement: Placement,
  decoder: Decoder,
  appearance: Appearance,
): { characters: number[]; explained: number } {
  const samples = resample(profile, placement, decoder.modules);
  const { blur, gain } = appearance;
  const fit = (characters: readonly number[]) =>
    fitLevelsOf(samples, renderSymbol(decoder, characters, blur, gain), decoder.quietZone);
  const guess = guessBlurredLevels(samples);
  const first = decoder.solve(samples, guess, appearance).characters;
  const { characters } = decoder.solve(samples, fit(first).levels, appearance);
  return { characters, explained: fit(characters).explained };
}

function byExplained(a: Attempt, b: Attempt): number {
  return b.explained - a.explained;
}

function withoutRepetitions(attempts: readonly Attempt[]): Attempt[] {
  const seenKeys = new Set<string>();
  return attempts.filter(({ characters, isReversed }) => {
    const key = `${characters} ${isReversed}`;
    const isNew = !seenKeys.has(key);
    seenKeys.add(key);
    return isNew;
  });
}

/** Returns placements around an attempt, with both ends moved by each of the shifts, in modules. */
function shift(near: Attempt, modules: number, shifts: readonly number[]): Placement[] {
  const { start, end, bow, skew } = near;
  const module = (end - start) / modules;
  return shifts.flatMap((startShift) =>
    shifts.map((endShift) => ({
      start: start + startShift * module,
      end: end + endShift * module,
      bow,
      skew,
    })),
  );
}

/** Returns the attempt that explains most: `near`, or one at the other placements. */
function maxExplained(
  near: Attempt,
  placements: readonly Placement[],
  attempt: (placement: Placement, isReversed: boolean) => Attempt,
): Attempt {
  return placements
    .map((placement) => attempt(placement, near.isReversed))
    .reduce((a, b) => (b.explained > a.explained ? b : a), near);
}

/** Whether all edges between two positions are blurred. */
function isBlurred(profile: Float32Array, start: number, end: number, modules: number): boolean {
  const half = Math.max(1, Math.round((end - start) / modules / 2));
  let darkest = 255;
  let brightest = 0;
  let steepest = 0;
  for (let i = Math.floor(start); i < end; i++) {
    darkest = Math.min(darkest, profile[i]!);
    brightest = Math.max(brightest, profile[i]!);
    const rise = (profile[i + half] ?? 0) - (profile[i - half] ?? 0);
    steepest = Math.max(steepest, Math.abs(rise));
  }
  return steepest < (brightest - darkest) * maxEdgePart;
}
