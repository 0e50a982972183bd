import { accumulate } from "./levels.ts";
import { quietModules } from "./placement.ts";
import { renderBars, samplesPerModule } from "./render-bars.ts";
import { codes, guardsAround, type Symbology } from "./symbologies.ts";

/** Blurs in modules for which placements are scored. */
export const scoredBlurs: readonly number[] = [0.5, 1];

/** Normalized templates of what a symbol can have at a position (in modules), and how much the match counts. */
type Window = { from: number; weight: number; templates: readonly Float32Array[] };

const cache = new Map<string, Window[]>();
/** Below this variance (in squared gray levels) a window counts as uniform. */
const minVariance = 1.5;
const centerGuardWeight = 0.7;

/**
 * Scores how much a resampled profile looks like a symbol by the best correlation of each character and guard on its own,
 * averaged: 1 is perfect. Needs no levels and no digits.
 *
 * @param blur One of `scoredBlurs`.
 */
export function scorePlacement(profile: Float32Array, symbology: Symbology, blur: number): number {
  const sums = accumulate(profile);
  const squares = accumulate(profile.map((value) => value * value));
  let score = 0;
  let totalWeight = 0;
  for (const { from, weight, templates } of windowsOf(symbology, blur)) {
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

function windowsOf(symbology: Symbology, blur: number): Window[] {
  const key = `${symbology.format} ${blur}`;
  let windows = cache.get(key);
  if (!windows) {
    windows = createWindows(symbology, blur);
    cache.set(key, windows);
  }
  return windows;
}

function createWindows(symbology: Symbology, blur: number): Window[] {
  const { characters, variants, modules, startGuard, centerGuard, endGuard } = symbology;
  const windows: Window[] = characters.map((from, index) => {
    const sets = [...new Set(variants.map((variant) => variant.sets[index]!))];
    const { before, after } = guardsAround(symbology, index);
    // Characters of sets A and B start light and end dark, those of set C the other way round; guards alternate.
    const previous = before.slice(-2) || (sets[0] === 20 ? "10" : "01");
    const next = after.slice(0, 2) || (sets[0] === 20 ? "10" : "01");
    const templates = sets
      .flatMap((set) => codes.slice(set, set + 10))
      .map((code) => normalize(renderBars(previous + code + next, 2, 28, blur, 0)));
    return { from, weight: 1, templates };
  });
  const white = "0".repeat(8);
  const eight = 8 * samplesPerModule;
  const start = renderBars(`${white}${startGuard}001`, 4, eight, blur, 0);
  windows.push({ from: -4, weight: 1, templates: [normalize(start)] });
  const end = renderBars(`100${endGuard}${white}`, endGuard.length - 1, eight, blur, 0);
  windows.push({ from: modules - 4, weight: 1, templates: [normalize(end)] });
  if (centerGuard !== "") {
    const center = renderBars(`10${centerGuard}01`, 1, 7 * samplesPerModule, blur, 0);
    const from = characters[characters.length / 2]! - centerGuard.length - 1;
    windows.push({ from, weight: centerGuardWeight, templates: [normalize(center)] });
  }
  return windows;
}

/** Returns a template with mean 0 and length 1 as a vector. */
function normalize(template: Float32Array): Float32Array {
  const mean = template.reduce((sum, value) => sum + value, 0) / template.length;
  const size = Math.sqrt(template.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return template.map((value) => (value - mean) / size);
}
