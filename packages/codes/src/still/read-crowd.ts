import type { Effort, Engine, Found } from "../engine/engine.ts";
import { type Box, findBounds } from "../geometry/box.ts";
import type { Point } from "../geometry/point.ts";
import { maxEnlargedSide } from "../passes/matrix.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, enlarge, type Plane } from "../plane.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { mergeReadings } from "../readings/merge.ts";
import { moveReadings } from "../readings/move-readings.ts";
import { listUnreadTexture } from "../unread/texture.ts";
import { divide } from "../unread/tiles.ts";

/** The formats of which a picture may show a crowd. */
const formats: readonly CodeFormat[] = [
  "qr",
  "microqr",
  "rmqr",
  "datamatrix",
  "aztec",
  "micropdf417",
];
/** Formats that zxing-cpp reads on their side only if it turns the plane. */
const turnedFormats: ReadonlySet<CodeFormat> = new Set(["micropdf417"]);
/** The minimum number of codes of a format in a crowd, such as a sheet or a tray of them. */
const crowdCount = 4;
/**
 * The side of a window, as a multiple of the largest code: it holds about 20 codes of a dense
 * sheet.
 */
const sideFactor = 6;
/**
 * The overlap of neighboring windows, as a multiple of the largest code: a code of twice that size
 * is whole in one of them.
 */
const overlapFactor = 2;
/**
 * The maximum side of a window in pixels: in larger ones, codes are too large to crowd each other.
 */
const maxWindowSide = 1920;
/** The maximum ratio of the size of a code to the sizes of the others of its crowd. */
const maxSizeRatio = 2;

/**
 * Reads more matrix codes of the formats of which a picture has at least four, in windows that hold
 * some of them and unread texture. A window is read in its size, because zxing-cpp keeps only 256
 * triples of the finder patterns of a plane, and enlarged, because it loses turned modules of two
 * pixels. It also reads only some of many MicroPDF417. Each window has a code, so the codes bound
 * their number. A reading counts only if it has the format and about the size of the others, so
 * nothing is guessed.
 */
export function readCrowd(picture: Picture, engine: Engine, readings: Found[]): Found[] {
  let merged = readings;
  const crowds = formats
    .map((format) => readings.filter((reading) => reading.format === format))
    .filter((crowd) => crowd.length >= crowdCount);
  const plane = picture.whole();
  for (const crowd of crowds) {
    const sizes = crowd.map(sizeOf);
    const [minSize, maxSize] = [Math.min(...sizes), Math.max(...sizes)];
    const { format } = crowd[0]!;
    const tryTurned = turnedFormats.has(format);
    const effort: Effort = { formats: [format], tryHarder: true, tryTurned };
    const showsCrowd = (box: Box) =>
      merged.some((code) => code.format === format && holds(box, code.corners[0]));
    const isAlike = (found: Found) =>
      sizeOf(found) > minSize / maxSizeRatio && sizeOf(found) < maxSize * maxSizeRatio;
    for (const box of listWindows(plane, crowd, maxSize)) {
      if (!showsCrowd(box)) continue;
      const part = createPicture(() => cropPlane(plane, box));
      const hasMore = () =>
        listUnreadTexture(part, moveReadings(merged, { x: -box.x, y: -box.y })).length > 0;
      const add = (found: Found[]) => {
        merged = mergeReadings(merged, moveReadings(found.filter(isAlike), box));
      };
      if (!hasMore()) continue;
      add(engine.read(part.whole(), effort));
      if (Math.max(box.width, box.height) > maxEnlargedSide || !hasMore()) continue;
      add(engine.read(enlarge(part.whole()), effort));
    }
  }
  return merged;
}

/** Returns the longer side of the box of a code, in pixels. */
function sizeOf({ corners }: Found): number {
  const { left, top, right, bottom } = findBounds(corners);
  return Math.max(right - left, bottom - top);
}

/** Lists the windows on a crowd and the margin around it. */
function listWindows({ width, height }: Plane, crowd: readonly Found[], size: number): Box[] {
  const side = Math.ceil(size * sideFactor);
  if (side > maxWindowSide) return [];
  const overlap = Math.ceil(size * overlapFactor);
  const bounds = findBounds(crowd.flatMap(({ corners }) => corners));
  const x = Math.max(0, Math.floor(bounds.left - overlap));
  const y = Math.max(0, Math.floor(bounds.top - overlap));
  const right = Math.min(width, Math.ceil(bounds.right + overlap));
  const bottom = Math.min(height, Math.ceil(bounds.bottom + overlap));
  return divide({ x, y, width: right - x, height: bottom - y }, side, overlap);
}

/** Whether a point lies in a box. */
function holds({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}
