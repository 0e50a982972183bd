import type { Engine, Found } from "../engine/engine.ts";
import type { Pass } from "../passes/pass.ts";
import type { Picture } from "../picture.ts";
import { mergeReadings } from "../readings/merge.ts";
import { moveReadings } from "../readings/move-readings.ts";

/**
 * Runs a pass on a part of a frame whose top left is at `origin`. Returns the readings with corners
 * in pixels of the frame.
 */
export function readPart(
  picture: Picture,
  origin: { x: number; y: number },
  pass: Pass,
  engine: Engine,
): Found[] {
  let merged: Found[] = [];
  for (const found of pass(picture, engine)) merged = mergeReadings(merged, found);
  return moveReadings(merged, origin);
}
