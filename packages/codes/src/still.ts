import type { Engine, Found } from "./engine.ts";
import { mergeReadings } from "./merge.ts";
import type { Pass } from "./passes/pass.ts";
import { allPasses, firstPasses, furtherPasses } from "./passes/still-plan.ts";
import type { Picture } from "./picture.ts";

/** After this time no further pass is started. A photo without a code takes a second on a phone. */
const maxMs = 2500;

/** Runs the passes for a photo until one reads something. */
export function readFirst(picture: Picture, engine: Engine): Found[] {
  const deadline = performance.now() + maxMs;
  for (const pass of [...firstPasses, ...furtherPasses]) {
    if (performance.now() > deadline && !firstPasses.includes(pass)) break;
    for (const found of pass(picture, engine)) if (found.length > 0) return found;
  }
  return [];
}

/** Runs the passes that find several codes, merges their readings, and continues like `readFirst` if there are none. */
export function readAll(picture: Picture, engine: Engine): Found[] {
  const merged = runPasses(allPasses, picture, engine);
  return merged.length > 0 ? merged : readFirst(picture, engine);
}

/** Runs passes and merges their readings. */
export function runPasses(passes: readonly Pass[], picture: Picture, engine: Engine): Found[] {
  let merged: Found[] = [];
  for (const pass of passes) {
    for (const found of pass(picture, engine)) merged = mergeReadings(merged, found);
  }
  return merged;
}
