import type { Engine, Found } from "./engine.ts";
import { readPart } from "./live/read-part.ts";
import { mergeReadings } from "./merge.ts";
import { matrixTurned } from "./passes/matrix.ts";
import type { Pass } from "./passes/pass.ts";
import { quick } from "./passes/quick.ts";
import { allPasses, remainingPasses, stillPasses } from "./passes/still-plan.ts";
import { createPicture, type Picture } from "./picture.ts";
import { cropPlane } from "./plane.ts";
import { isUnreadStrip, listUnreadPatches, toFullHeight } from "./unread.ts";

/**
 * Runs the passes for a photo until one reads something. Each pass bounds its work by the size of the picture and by what it
 * counts, never by time, so that a busy machine reads the same.
 */
export function readFirst(picture: Picture, engine: Engine): Found[] {
  for (const pass of stillPasses) {
    for (const found of pass(picture, engine)) if (found.length > 0) return found;
  }
  return [];
}

/**
 * Runs the passes that find several codes and merges their readings. If there are none, runs the remaining passes until one
 * reads something, and returns all that this one reads. Bars that have been read are not read again.
 */
export function readAll(picture: Picture, engine: Engine): Found[] {
  let merged = mergeReadings([], toFullHeight(picture, [...quick(picture, engine)].flat()));
  const run = (pass: Pass, part = picture) => {
    for (const found of pass(part, engine)) merged = mergeReadings(merged, found);
  };
  for (const pass of allPasses) {
    for (const strip of picture.strips()) {
      if (isUnreadStrip(picture, strip, merged)) run(pass, { ...picture, strips: () => [strip] });
    }
  }
  if (merged.length === 0) run(matrixTurned);
  else {
    for (const box of listUnreadPatches(picture, merged)) {
      const part = createPicture(() => cropPlane(picture.reduced(), box));
      merged = mergeReadings(merged, readPart(part, box, matrixTurned, engine));
    }
  }
  for (const pass of remainingPasses) {
    if (merged.length > 0) break;
    run(pass);
  }
  return merged;
}
