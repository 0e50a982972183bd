import type { Strip } from "./bars/strip.ts";
import type { Engine, Found } from "./engine.ts";
import { toFullHeight } from "./full-height.ts";
import { moveReadings } from "./live/read-part.ts";
import { readMatrixPlaces } from "./matrix-places/read-matrix-places.ts";
import { mergeReadings } from "./merge.ts";
import { edgeToEdge } from "./passes/edge-to-edge.ts";
import { matrixTurned } from "./passes/matrix.ts";
import type { Pass } from "./passes/pass.ts";
import { readStacks } from "./passes/stacked.ts";
import { barPasses, furtherBarPasses, remainingPasses, stillPasses } from "./passes/still-plan.ts";
import { keepThorough, thoroughEffort } from "./passes/whole-picture.ts";
import type { Picture } from "./picture.ts";
import { cropPlane, type Plane } from "./plane.ts";
import { contains, toRegion } from "./read-regions.ts";
import type { Point } from "./reading.ts";
import { listTiles } from "./tiles.ts";
import { listUnreadStrips } from "./unread-strips.ts";

/**
 * Runs the passes for a photo until one reads something. Each pass bounds its work by the size of
 * the picture and by what it counts, never by time, so that a busy machine reads the same.
 */
export function readFirst(picture: Picture, engine: Engine): Found[] {
  for (const pass of stillPasses) {
    for (const found of pass(picture, engine)) if (found.length > 0) return found;
  }
  return [];
}

/** The regions of bars that are tried after full resolution. */
const maxStrips = 24;

/**
 * Reads all codes of a picture: first what zxing-cpp reads with all effort in full resolution, then
 * each place that looks like a code and has not been read. If nothing is read at all, runs the
 * remaining passes until one reads something.
 */
export function readAll(picture: Picture, engine: Engine): Found[] {
  let merged = mergeReadings([], toFullHeight(picture, readTiles(picture, engine)));
  const run = (pass: Pass, part = picture) => {
    for (const found of pass(part, engine)) merged = mergeReadings(merged, found);
  };
  const runUntilRead = (passes: readonly Pass[], strip: Strip) => {
    const countBefore = merged.length;
    for (const pass of passes) {
      if (merged.length === countBefore) run(pass, { ...picture, strips: () => [strip] });
    }
  };
  for (const strip of merged.length === 0 ? picture.strips() : []) {
    if (merged.length === 0) runUntilRead(barPasses, strip);
  }
  for (const strip of listUnreadStrips(picture, merged, maxStrips)) {
    runUntilRead(merged.length === 0 ? barPasses : furtherBarPasses, strip);
  }
  const isRead = (point: Point) =>
    merged.some(
      ({ format, corners }) => format === "pdf417" && contains(toRegion(corners, 1), point, 1),
    );
  for (const found of readStacks(picture, engine, isRead)) merged = mergeReadings(merged, found);
  if (merged.length === 0) {
    run(edgeToEdge);
    run(matrixTurned);
  }
  merged = readMatrixPlaces(picture, engine, merged);
  for (const pass of remainingPasses) {
    if (merged.length > 0) break;
    run(pass);
  }
  return merged;
}

/** Reads the picture in full resolution, and a large one in a smaller size before that. */
function readTiles(picture: Picture, engine: Engine): Found[] {
  const whole = picture.whole();
  const readPlane = (plane: Plane) => keepThorough(engine.read(plane, thoroughEffort));
  const tiles = listTiles(whole);
  if (tiles.length === 1 && tiles[0]!.width === whole.width && tiles[0]!.height === whole.height) {
    return readPlane(whole);
  }
  let merged = mergeReadings([], readPlane(picture.large()));
  for (const box of listTiles(whole, merged)) {
    merged = mergeReadings(merged, moveReadings(readPlane(cropPlane(whole, box)), box));
  }
  return merged;
}
