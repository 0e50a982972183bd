import type { Engine, Found } from "../engine/engine.ts";
import type { Pass } from "../passes/pass.ts";
import type { Picture } from "../picture.ts";
import { mergeReadings } from "../readings/merge.ts";

/**
 * Runs a pass on a part of a frame whose top left is at `origin`, and returns its readings with
 * corners in the frame.
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

/** Adds the place of a part to the corners of its readings. */
export function moveReadings(
  readings: readonly Found[],
  origin: { x: number; y: number },
): Found[] {
  return readings.map((reading) => ({
    ...reading,
    corners: reading.corners.map(({ x, y }) => ({
      x: x + origin.x,
      y: y + origin.y,
    })) as Found["corners"],
  }));
}
