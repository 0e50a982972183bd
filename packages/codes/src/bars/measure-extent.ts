import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { averageRows, correlate } from "./rows.ts";
import { sampleRows } from "./sample-rows.ts";

/** The extent of bars is searched in this multiple of the region's height. */
const searchedPart = 1.8;
/** A region of several rows of codes is searched this multiple of the code's length at most. */
const maxSearchedLengths = 2;
const maxRowCount = 96;
/** One line is enough to tell bars from what is above and below them. */
const maxLineCount = 1;
/**
 * Rows on the bars correlate with the middle ones by at least this, text and paper beside them by
 * less.
 */
const minCorrelation = 0.6;

/**
 * Returns the region between two offsets from its center along the scan direction (in pixels), as
 * high as the bars are that go through a part of its height, which is given by its center (-0.5 to
 * 0.5) and size (up to 1): the search for regions only knows their height to the size of a block.
 */
export function measureExtent(
  plane: Plane,
  region: Region,
  start: number,
  end: number,
  part: { center: number; size: number } = wholeHeight,
): Region {
  const [from, to] = [Math.min(start, end), Math.max(start, end)];
  const along = (from + to) / 2;
  const across = part.center * region.height;
  const [ux, uy] = [Math.cos(region.angle), Math.sin(region.angle)];
  const code: Region = {
    ...region,
    x: region.x + ux * along - uy * across,
    y: region.y + uy * along + ux * across,
    length: to - from,
  };
  const partHeight = region.height * part.size;
  return measureHeight(plane, code, {
    searchedHeight: Math.min(
      region.height * searchedPart,
      Math.max(code.length * maxSearchedLengths, partHeight * searchedPart),
    ),
    coreHeight: partHeight / 3,
    readHeight: partHeight,
  });
}

const wholeHeight = { center: 0, size: 1 };

/**
 * Returns a region as high as bars reach that go on like those in its middle, of which `coreHeight`
 * is sure to be on the code. If the code may be anywhere in a `readHeight` around the middle, the
 * core is where most of that looks alike. Sizes are in pixels of the plane.
 */
export function measureHeight(
  plane: Plane,
  code: Region,
  limits: { searchedHeight: number; coreHeight: number; readHeight?: number },
): Region {
  const { searchedHeight, coreHeight, readHeight = 0 } = limits;
  const count = Math.min(maxRowCount, Math.max(8, Math.round(searchedHeight)));
  const rowHeight = searchedHeight / count;
  const rows = sampleRows(
    plane,
    { ...code, height: searchedHeight },
    { count, step: 1, length: code.length, maxLineCount },
  );
  if (rows[0]!.length < 8) return code;
  const middle = findMiddle(rows, Math.round(readHeight / 2 / rowHeight));
  const core = Math.max(1, Math.round(coreHeight / 2 / rowHeight));
  const reference = averageRows(rows.slice(Math.max(0, middle - core), middle + core));
  const isOnBars = rows.map((row) => correlate(row, reference) >= minCorrelation);
  let [top, bottom] = [middle, middle];
  while (top > 0 && isOnBars[top - 1]) top--;
  while (bottom < count && isOnBars[bottom]) bottom++;
  if (bottom <= top) return code;
  const offset = ((top + bottom) / 2 - count / 2) * rowHeight;
  return {
    ...code,
    x: code.x - Math.sin(code.angle) * offset,
    y: code.y + Math.cos(code.angle) * offset,
    height: (bottom - top) * rowHeight,
  };
}

/**
 * Returns the middle of the rows that look like the mean of the `reach` rows on each side of the
 * middle one: a code that was read there may take a part of them, between paper.
 */
function findMiddle(rows: readonly Float32Array[], reach: number): number {
  const middle = rows.length >> 1;
  if (reach < 2) return middle;
  const read = rows.slice(Math.max(0, middle - reach), middle + reach);
  const mean = averageRows(read);
  const correlations = read.map((row) => correlate(row, mean));
  const best = correlations.indexOf(Math.max(...correlations));
  let [start, end] = [best, best + 1];
  while (start > 0 && correlations[start - 1]! >= minCorrelation) start--;
  while (end < read.length && correlations[end]! >= minCorrelation) end++;
  return Math.max(0, middle - reach) + ((start + end) >> 1);
}
