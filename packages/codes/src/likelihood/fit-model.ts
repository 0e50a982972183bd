import type { Decoder } from "./decoder.ts";
import { fitLevels } from "./fit-levels.ts";
import { type Placement, quietModules, resample, resampledLength } from "./placement.ts";
import { renderBars } from "./render-bars.ts";

/**
 * The parameters of a symbol in a profile besides its digits: its placement, and its blur (a
 * standard deviation) and ink spread in modules.
 */
export type Model = Placement & { blur: number; gain: number };

/** The step sizes of the first fit of a model, from coarse to fine, in modules. */
export const firstSteps: readonly number[] = [0.5, 0.25, 0.12];
/** The step sizes of later fits, from coarse to fine, in modules. */
export const laterSteps: readonly number[] = [0.25, 0.12, 0.06];

/** The minimum blur of a model, in modules. */
const minBlur = 0.15;
/** The maximum ink spread of a model, in modules. */
const maxGain = 0.45;
/** The maximum skew of a model, as a part of its width. */
const maxSkew = 0.03;
/** The maximum number of rounds over all parameters with each step size. */
const roundsPerStep = 2;
/** The ratio of the steps of blur and ink spread to those of the ends. */
const appearanceFactor = 0.4;
/** The white modules that are rendered on each side of a symbol. */
const surroundings = "0".repeat(12);

/**
 * Renders a whole symbol, from 1 for white to -1 for black, with the samples of a resampled
 * profile.
 */
export function renderSymbol(
  decoder: Decoder,
  characters: readonly number[],
  blur: number,
  gain: number,
): Float32Array {
  return renderSamples(decoder, toModulesWithQuiet(decoder, characters), blur, gain);
}

function toModulesWithQuiet(decoder: Decoder, characters: readonly number[]): string {
  return surroundings + decoder.toModules(characters) + surroundings;
}

function renderSamples(decoder: Decoder, modules: string, blur: number, gain: number) {
  const from = surroundings.length - quietModules;
  return renderBars(modules, from, resampledLength(decoder.modules), blur, gain);
}

/**
 * Moves a model in ever smaller steps, one parameter at a time, to where the symbol with these
 * characters explains the profile best.
 */
export function fitModel(
  profile: Float32Array,
  decoder: Decoder,
  characters: readonly number[],
  model: Model,
  steps: readonly number[],
  maxBlur: number,
): Model {
  const bits = toModulesWithQuiet(decoder, characters);
  const module = (model.end - model.start) / decoder.modules;
  const resampleWith = (candidate: Model) => resample(profile, candidate, decoder.modules);
  const renderWith = ({ blur, gain }: Model) => renderSamples(decoder, bits, blur, gain);
  let best = model;
  let samples = resampleWith(best);
  let bars = renderWith(best);
  let minError = fitLevels(samples, bars, decoder.quietZone).error;
  for (const step of steps) {
    const changes = [
      ["start", step * module],
      ["end", step * module],
      ["bow", step / decoder.modules],
      ["skew", step / decoder.modules],
      ["blur", step * appearanceFactor],
      ["gain", step * appearanceFactor],
    ] as const;
    for (let round = 0; round < roundsPerStep; round++) {
      let improved = false;
      for (const [parameter, change] of changes) {
        for (const signedChange of [change, -change]) {
          const candidate = { ...best, [parameter]: best[parameter] + signedChange };
          if (!isPlausible(candidate, maxBlur)) continue;
          const isMoved = parameter !== "blur" && parameter !== "gain";
          const newSamples = isMoved ? resampleWith(candidate) : samples;
          const newBars = isMoved ? bars : renderWith(candidate);
          const { error } = fitLevels(newSamples, newBars, decoder.quietZone);
          if (error >= minError) continue;
          minError = error;
          best = candidate;
          samples = newSamples;
          bars = newBars;
          improved = true;
          break;
        }
      }
      if (!improved) break;
    }
  }
  return best;
}

function isPlausible({ blur, gain, skew }: Model, maxBlur: number): boolean {
  return (
    blur >= minBlur && blur <= maxBlur && Math.abs(gain) <= maxGain && Math.abs(skew) <= maxSkew
  );
}
