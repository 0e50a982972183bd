import type { Effort, Engine, Found } from "../engine/engine.ts";
import { type Box, findBounds } from "../geometry/box.ts";
import type { Picture } from "../picture.ts";
import { cropPlane, enlarge, type Plane, sharpen, shrink, soften } from "../plane.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { mergeReadings } from "../readings/merge.ts";
import { moveReadings } from "../readings/move-readings.ts";
import { listMatrixPlaces } from "./list-matrix-places.ts";
import { layBorders, readFitted } from "./read-fitted.ts";

const formats: readonly CodeFormat[] = ["qr", "datamatrix", "aztec"];
const effort: Effort = { formats, tryHarder: true, tryTurned: true };

/** The number of places in succession without a reading after which no other place is tried. */
const maxFruitlessPlaces = 4;
/** How much this number grows with each matrix code that was read. */
const maxFruitlessPerCode = 2;
/**
 * The number of matrix codes from which a picture is taken for a tray of them, and each place gets
 * all attempts.
 */
const trayCount = 3;
/**
 * The maximum length in bytes of a short content, which fits into a symbol of 10 or 12 modules:
 * these have only 5 and 7 error correction codewords.
 */
const maxShortLength = 6;
/** The minimum match of a border from which a place gets all attempts in any picture. */
const minLikelyMatch = 0.45;
/** The minimum and maximum long side of a place that is read, in pixels. */
const [minPlaceSide, maxPlaceSide] = [80, 200];

/**
 * Returns `readings` with the matrix codes of a picture that they lack. Tries at most 64 places in
 * full resolution, fewer if no code is read in them, and none beside linear codes alone: 1,598 such
 * places of 957 photos were text. Calls `onPlace` before each place.
 */
export function readMatrixPlaces(
  picture: Picture,
  engine: Engine,
  readings: readonly Found[],
  onPlace: () => void,
): Found[] {
  let merged = [...readings];
  const wanted = formats.filter((format) => engine.isWanted(format));
  if (wanted.length === 0 || (merged.length > 0 && merged.every(isLinear))) return merged;
  let fruitlessCount = 0;
  const plane = picture.whole();
  for (const box of listMatrixPlaces(plane, merged)) {
    if (isRead(box, merged)) continue;
    const codeCount = merged.filter((reading) => !isLinear(reading)).length;
    if (fruitlessCount >= maxFruitlessPlaces + maxFruitlessPerCode * codeCount) break;
    onPlace();
    const attempts =
      codeCount >= trayCount ? "all" : isDataMatrixUnlikely(merged) ? "first" : "likely";
    const found = moveReadings(readMatrixPlace(cropPlane(plane, box), engine, attempts), box);
    const before = merged.length;
    merged = mergeReadings(merged, found);
    fruitlessCount = merged.length > before ? 0 : fruitlessCount + 1;
  }
  return merged;
}

function isLinear({ lineCount }: Found): boolean {
  return lineCount > 0;
}

/** A picture in which QR codes or Aztec were read, but no Data Matrix, rarely has one. */
function isDataMatrixUnlikely(readings: readonly Found[]): boolean {
  const isOther = (reading: Found) => reading.format === "qr" || reading.format === "aztec";
  return readings.some(isOther) && readings.every(({ format }) => format !== "datamatrix");
}

/**
 * The attempts to read a place. `first`: only the first, which reads any format. `likely`: all
 * attempts if the place looks like a Data Matrix. `all`: all attempts at any place.
 */
type Attempts = "first" | "likely" | "all";

/**
 * Reads a plane that shows one place of `listMatrixPlaces`. A short content, whose symbol has
 * little error correction, is returned only if two attempts agree on it.
 */
function readMatrixPlace(place: Plane, engine: Engine, attempts: Attempts): Found[] {
  const shortContents = new Set<string>();
  for (const found of attempt(toUsualSize(place), engine, attempts)) {
    const certain = found.filter(
      ({ bytes, content }) => bytes.length > maxShortLength || shortContents.has(content),
    );
    if (certain.length > 0) return certain;
    for (const { content } of found) shortContents.add(content);
  }
  return [];
}

function* attempt(plane: Plane, engine: Engine, attempts: Attempts): Iterable<Found[]> {
  yield engine.read(plane, effort);
  if (attempts === "first") return;
  const borders = layBorders(plane);
  if (engine.isWanted("datamatrix")) yield* readFitted(plane, borders, engine);
  if (attempts === "likely" && borders.match < minLikelyMatch) return;
  yield engine.read(sharpen(plane, 2, 2), effort);
  yield engine.read(soften(plane, 1), effort);
  yield engine.read(plane, { ...effort, globalThreshold: true });
  yield engine.read(soften(plane, 2), effort);
  yield engine.read(plane, { ...effort, tryInverted: true });
}

/** Scales a place so that the modules of a Data Matrix of one region are 3 pixels wide or more. */
function toUsualSize(plane: Plane): Plane {
  const side = Math.max(plane.width, plane.height);
  return side > maxPlaceSide
    ? shrink(plane, maxPlaceSide)
    : side < minPlaceSide
      ? enlarge(plane)
      : plane;
}

/** Whether the center of a place lies in the box of a code that is not much smaller. */
function isRead(box: Box, readings: readonly Found[]): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return readings.some(({ corners }) => {
    const { left, top, right, bottom } = findBounds(corners);
    const isLarger = box.width > 3 * Math.max(right - left, bottom - top);
    return !isLarger && x > left && x < right && y > top && y < bottom;
  });
}
