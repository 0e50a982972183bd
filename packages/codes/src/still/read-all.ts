import type { Strip } from "../bars/strip.ts";
import type { Effort, Engine, Found } from "../engine/engine.ts";
import { type Box, uniteBoxes } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { contains, toRegion } from "../geometry/region.ts";
import { readMatrixPlaces } from "../matrix-places/read-matrix-places.ts";
import { readRmqr } from "../matrix-places/read-rmqr.ts";
import { bands } from "../passes/bands.ts";
import { keepAgreed } from "../passes/certainty.ts";
import { edgeToEdge } from "../passes/edge-to-edge.ts";
import { matrixTurned } from "../passes/matrix.ts";
import type { Pass } from "../passes/pass.ts";
import { readStacks } from "../passes/stacked.ts";
import { keepThorough, thoroughEffort } from "../passes/whole-picture.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, type Plane } from "../plane.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { mergeReadings } from "../readings/merge.ts";
import { moveReadings } from "../readings/move-readings.ts";
import { listUnreadStrips } from "../unread/strips.ts";
import { listUnreadTexture, type Texture } from "../unread/texture.ts";
import { isLarge, listTiles, listWindows } from "../unread/tiles.ts";
import { isConfirmedTurned } from "./confirm-turned.ts";
import { toFullHeight } from "./full-height.ts";
import { findLevelTurn, readLevel } from "./level.ts";
import { readCrowd } from "./read-crowd.ts";
import { separateStacks } from "./separate-stacks.ts";
import { barPasses, furtherBarPasses, remainingPasses } from "./still-plan.ts";

/** Called before each place that looks like a code is read. */
type OnPlace = () => void;

/**
 * Returns how many regions of bars without a code are tried in a picture, and in each window of a
 * large one, before the search ends. In 957 photos, the last region with a code came after eight
 * without, and after two if one code had been read.
 */
function maxFruitlessRegions(codeCount: number): number {
  return codeCount === 0 ? 12 : Math.min(12, 1 + 2 * codeCount);
}

/**
 * Reads all codes of a picture. If zxing-cpp reads all printed texture with its least effort,
 * nothing else is tried. Otherwise it reads with all effort in full resolution, followed by turned
 * rMQR, sheets of codes in parts and made level, and each unread place that looks like a code. If
 * nothing is read at all, runs the remaining passes until one reads something. Calls `onPlace` for
 * each place with a code, and for places without one: at most 12 of bars (and 12 in each window of
 * a large picture), 6 of stacked codes, 64 of matrix codes and 128 of rMQR.
 */
export function readAll(picture: Picture, engine: Engine, onPlace: OnPlace): Found[] {
  const separate = (readings: Found[]) => separateStacks(picture, engine, readings, onPlace);
  const thoroughReadings = isLarge(picture.whole())
    ? separate(mergeFull(picture, readTiles(picture, engine)))
    : readTexture(picture, engine, separate);
  const withRmqr = hasRmqr(thoroughReadings)
    ? readRmqr(picture, engine, thoroughReadings, onPlace)
    : thoroughReadings;
  const known = readSheet(picture, engine, readCrowd(picture, engine, withRmqr));
  const unreadBoxes = listUnreadTexture(picture, known);
  if (known.length > 0 && unreadBoxes.length === 0) return known;
  let merged = readBars(picture, engine, known, onPlace);
  const readUnread = (part: Picture, readings: Found[]) =>
    readPlaces(part, engine, readings, onPlace);
  merged =
    known.length > 0
      ? readInBox(picture, unreadBoxes.reduce(uniteBoxes), merged, readUnread)
      : readUnread(picture, merged);
  if (merged.length > known.length) merged = readSheet(picture, engine, merged);
  if (merged.length === 0) merged = readRmqr(picture, engine, merged, onPlace);
  for (const pass of remainingPasses) {
    if (merged.length > 0) return merged;
    merged = readSheet(picture, engine, runPass(pass, picture, engine, merged));
  }
  return merged;
}

/**
 * Reads a picture with the least effort or its strongest bars, then with all effort all other
 * texture that may be a code. If nothing has been read after the upright bars, the whole picture is
 * read at once.
 */
function readTexture(
  picture: Picture,
  engine: Engine,
  separate: (readings: Found[]) => Found[],
): Found[] {
  const plane = picture.whole();
  const quick = keepAgreed(engine.read(plane, {}), 2);
  const initial = quick.length > 0 ? quick : readStrongestBars(picture, engine);
  let merged = separate(mergeFull(picture, initial));
  let unreadBoxes = listUnreadTexture(picture, merged);
  if (merged.length > 0 && unreadBoxes.length === 0) return merged;
  for (const { texture, effort } of textureEfforts) {
    const countBefore = merged.length;
    const boxes = texture === "any" ? unreadBoxes : listUnreadTexture(picture, merged, texture);
    for (const box of boxes) {
      const found = readInBox(picture, box, merged, (part, known) =>
        readThoroughly(part.whole(), engine, effort, known),
      );
      const added = mergeReadings(merged, toFullHeight(picture, found)).slice(merged.length);
      merged = [...merged, ...separate(added)];
    }
    // The whole picture takes less time than the parts that remain.
    if (merged.length === 0) return separate(mergeFull(picture, readThoroughly(plane, engine)));
    if (merged.length > countBefore) unreadBoxes = listUnreadTexture(picture, merged);
  }
  return merged;
}

/** Reads the strongest region of bars, which held 65 of 66 codes that `bands` read. */
function readStrongestBars(picture: Picture, engine: Engine): Found[] {
  return runPass(bands, { ...picture, strips: () => picture.strips().slice(0, 1) }, engine, []);
}

/** Whether some codes are rMQR, or parts of one that were read as Micro QR. */
function hasRmqr(readings: readonly Found[]): boolean {
  const hasFormat = (format: CodeFormat) => (reading: Found) => reading.format === format;
  return (
    readings.length > 0 &&
    (readings.some(hasFormat("rmqr")) || readings.every(hasFormat("microqr")))
  );
}

/** Merges bundles of scan lines of one code, which overlap when they have its full height. */
function mergeFull(picture: Picture, readings: Found[]): Found[] {
  return mergeReadings([], toFullHeight(picture, readings));
}

/** Reads more codes that are turned like those that have been read, if texture is left unread. */
function readSheet(picture: Picture, engine: Engine, readings: Found[]): Found[] {
  const turn = findLevelTurn(readings);
  const unreadBoxes = turn === undefined ? [] : listUnreadTexture(picture, readings);
  if (turn === undefined || unreadBoxes.length === 0) return readings;
  return readInBox(picture, unreadBoxes.reduce(uniteBoxes), readings, (part, known) =>
    readLevel(part, engine, known, turn),
  );
}

/** zxing-cpp reads linear codes along rows of pixels, and turns the plane for the others. */
const textureEfforts: readonly { texture: Texture; effort: Effort }[] = [
  { texture: "upright bars", effort: { ...thoroughEffort, family: "linear", tryTurned: false } },
  { texture: "level bars", effort: { ...thoroughEffort, family: "linear" } },
  { texture: "any", effort: { ...thoroughEffort, family: "matrix" } },
];

function runPass(pass: Pass, picture: Picture, engine: Engine, readings: Found[]): Found[] {
  let merged = readings;
  for (const found of pass(picture, engine)) merged = mergeReadings(merged, found);
  return merged;
}

/**
 * Reads linear codes in regions of bars that have not been read. A large picture is searched first
 * in windows of full resolution, in which small codes are regions of their own, then as a whole.
 */
function readBars(picture: Picture, engine: Engine, readings: Found[], onPlace: OnPlace): Found[] {
  const readStrips = (part: Picture, known: Found[]): Found[] => {
    let merged = known;
    let fruitlessCount = 0;
    for (const strip of listStrips(part, known)) {
      if (fruitlessCount >= maxFruitlessRegions(merged.length)) break;
      if (merged.some(({ corners }) => isOnCode(strip, corners, part))) continue;
      onPlace();
      const countBefore = merged.length;
      for (const pass of merged.length === 0 ? barPasses : furtherBarPasses) {
        if (merged.length > countBefore) break;
        merged = runPass(pass, { ...part, strips: () => [strip] }, engine, merged);
      }
      if (merged.length === countBefore) fruitlessCount++;
    }
    return merged;
  };
  let merged = readings;
  for (const box of listWindows(picture.whole())) {
    merged = readInBox(picture, box, merged, readStrips);
  }
  return readStrips(picture, merged);
}

function* listStrips(picture: Picture, readings: Found[]): Generator<Strip> {
  if (readings.length === 0) yield* picture.strips();
  yield* listUnreadStrips(picture, readings);
}

/** Whether the center of a strip has been read since the strips were listed. */
function isOnCode({ located }: Strip, corners: Corners, picture: Picture): boolean {
  return contains(toRegion(corners, picture.large().scale), located, 1);
}

/**
 * Calls `read` with a part of a picture and the known `readings`, in pixels of the part. Takes and
 * returns readings in pixels of the frame.
 */
function readInBox(
  picture: Picture,
  box: Box,
  readings: Found[],
  read: (part: Picture, readings: Found[]) => Found[],
): Found[] {
  const { width, height } = picture.whole();
  if (box.width === width && box.height === height) return read(picture, readings);
  const part = createPicture(() => cropPlane(picture.whole(), box));
  const moved = moveReadings(readings, { x: -box.x, y: -box.y });
  return moveReadings(read(part, moved), box);
}

/** Reads stacked and matrix codes that have not been read, in a box of the frame or all of it. */
function readPlaces(
  picture: Picture,
  engine: Engine,
  readings: Found[],
  onPlace: OnPlace,
): Found[] {
  let merged = readings;
  const isStackRead = (point: Point) =>
    merged.some(
      ({ format, corners }) => format === "pdf417" && contains(toRegion(corners, 1), point, 1),
    );
  const isWanted = (point: Point) => {
    if (isStackRead(point)) return false;
    onPlace();
    return true;
  };
  for (const found of readStacks(picture, engine, isWanted)) merged = mergeReadings(merged, found);
  if (merged.length === 0) {
    merged = runPass(edgeToEdge, picture, engine, merged);
    merged = runPass(matrixTurned, picture, engine, merged);
  }
  return readMatrixPlaces(picture, engine, merged, onPlace);
}

/** Reads a large picture in a smaller size, then in parts in full resolution. */
function readTiles(picture: Picture, engine: Engine): Found[] {
  const whole = picture.whole();
  const coarse = readThoroughly(picture.large(), engine);
  // All lines of clean print lose the same pixels, so many of them may agree on a wrong content.
  let merged = coarse.filter(({ lineCount }) => lineCount === 0);
  for (const box of listTiles(whole, merged)) {
    merged = mergeReadings(
      merged,
      moveReadings(readThoroughly(cropPlane(whole, box), engine), box),
    );
  }
  return mergeReadings(merged, coarse);
}

/**
 * Reads a plane with all effort. Doubtful readings are confirmed, unless they lie on known codes.
 */
function readThoroughly(
  plane: Plane,
  engine: Engine,
  effort: Effort = thoroughEffort,
  known: Found[] = [],
): Found[] {
  const found = mergeReadings(known, engine.read(plane, effort)).slice(known.length);
  const sure = keepThorough(found);
  const doubtful = found.filter((reading) => !sure.includes(reading));
  return [...sure, ...doubtful.filter((reading) => isConfirmedTurned(plane, reading, engine))];
}
