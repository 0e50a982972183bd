import type { Levels } from "./levels.ts";
import type { Window } from "./score-placement.ts";

/**
 * The formats that are read by maximum likelihood. A UPC-A symbol is an EAN-13 symbol whose first
 * digit is 0.
 */
export type LikelihoodFormat = "ean13" | "ean8" | "upce" | "databar";

/** The likeliest digits, and the characters that encode them. */
export type Solution = {
  /** As printed, with the check digit. */
  digits: string;
  characters: number[];
  /** The squared error of the second-best digits divided by that of these. */
  margin: number;
};

/**
 * The symbols of one format: how to recognize, render and solve them. Only it knows what the
 * numbers of its characters mean.
 */
export type Decoder = {
  format: LikelihoodFormat;
  /** The width of a symbol without quiet zones. */
  modules: number;
  /**
   * The modules of the quiet zones that a fit covers. A short symbol needs all that the standards
   * demand on its right: the left half of EAN-13 can be a valid UPC-E symbol up to four modules
   * beyond it.
   */
  quietZone: number;
  /**
   * Ranges of its width, as parts of the width of a region of bars, in the order in which they are
   * searched.
   */
  widths: readonly (readonly [minPart: number, maxPart: number])[];
  /** The minimum score of a placement that is tried. */
  minScore: number;
  /** The patterns that a symbol can have at its parts, for each of `scoredBlurs`. */
  windows(): readonly (readonly Window[])[];
  /** Returns the modules from the first bar to the last one, where 1 is dark. */
  toModules(characters: readonly number[]): string;
  /**
   * Finds the characters with valid check digits that explain a resampled profile best, for known
   * levels of white and black, blur and gain.
   *
   * @param near The characters that have been found so far, if any.
   */
  solve(
    samples: Float32Array,
    levels: Levels,
    appearance: { blur: number; gain: number },
    near?: readonly number[],
  ): Solution;
};
