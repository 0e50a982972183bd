import type { Engine, Found } from "./engine.ts";
import { mergeReadings } from "./merge.ts";
import { matrixTurned } from "./passes/matrix.ts";
import type { Pass } from "./passes/pass.ts";
import { quick } from "./passes/quick.ts";
import { allPasses, firstPasses, furtherPasses, remainingPasses } from "./passes/still-plan.ts";
import type { Picture } from "./picture.ts";
import { hasUnreadPatch, listUnreadStrips, toFullHeight } from "./unread.ts";

/** After this time no further pass is started. A photo without a code takes a second on a phone. */
const maxMs = 2500;

/** Runs the passes for a photo until one reads something. */
export function readFirst(picture: Picture, engine: Engine): Found[] {
  const isTooLate = startDeadline();
  for (const pass of [...firstPasses, ...furtherPasses]) {
    if (isTooLate(pass)) break;
    for (const found of pass(picture, engine)) if (found.length > 0) return found;
  }
  return [];
}

/**
 * Runs the passes that find several codes and merges their readings. If there are none, runs the remaining passes until one
 * reads something, and returns all that this one reads. Bars that have been read are not read again.
 */
export function readAll(picture: Picture, engine: Engine): Found[] {
  const isTooLate = startDeadline();
  // Two bundles of scan lines of one code overlap once they have its full height.
  let merged = mergeReadings([], toFullHeight(picture, [...quick(picture, engine)].flat()));
  const run = (pass: Pass) => {
    const rest = { ...picture, strips: () => listUnreadStrips(picture, merged) };
    for (const found of pass(rest, engine)) merged = mergeReadings(merged, found);
  };
  for (const pass of allPasses) run(pass);
  if (hasUnreadPatch(picture, merged)) run(matrixTurned);
  for (const pass of remainingPasses) {
    if (merged.length > 0 || isTooLate(pass)) break;
    run(pass);
  }
  return merged;
}

function startDeadline(): (pass: Pass) => boolean {
  const deadline = performance.now() + maxMs;
  return (pass) => performance.now() > deadline && !firstPasses.includes(pass);
}
