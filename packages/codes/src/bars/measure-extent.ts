import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { averageRows, correlate } from "./rows.ts";
import { sampleRows } from "./sample-rows.ts";

/** The height in which the ends of bars are searched, in multiples of the region's height. */
const searchedFactor = 1.8;
/**
 * The maximum height that is searched, in multiples of the code's length: a region may hold several
 * rows of codes.
 */
const maxSearchedLengths = 2;
/** The minimum and maximum number of rows that are compared. */
const [minRowCount, maxRowCount] = [8, 96];
/** The number of lines averaged for a row: one is enough to tell bars from text and paper. */
const maxLineCount = 1;
/** The minimum number of samples of a row from which a correlation is meaningful. */
const minSampleCount = 8;
/** The minimum correlation of a row on the bars with the middle rows. Text and paper reach less. */
const minCorrelation = 0.6;
/** The height in which a code was read, divided by the height that is sure to lie on its bars. */
const coreDivisor = 3;

/**
 * Returns the region of a code between two offsets from the center of a region along the scan
 * direction, in pixels. It is as high as the bars that go through `part`, the part of the region's
 * height in which the code was read: regions are located only to the size of a block.
 */
export function measureExtent(
  plane: Plane,
  region: Region,
  start: number,
  end: number,
  part: HeightPart = wholeHeight,
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
      region.height * searchedFactor,
      Math.max(code.length * maxSearchedLengths, partHeight * searchedFactor),
    ),
    coreHeight: partHeight / coreDivisor,
    readHeight: partHeight,
  });
}

/**
 * A part of the height of a region: its center, from -0.5 at the top to 0.5, and its size up to 1.
 */
export type HeightPart = { center: number; size: number };

const wholeHeight: HeightPart = { center: 0, size: 1 };

/**
 * Returns a region as high as its bars reach: as far as rows look like the core, the rows of
 * `coreHeight` in the middle. If a code was read anywhere within `readHeight` around the middle,
 * the core lies where most rows of that height look alike. Heights are in pixels of the plane.
 */
export function measureHeight(
  plane: Plane,
  code: Region,
  limits: { searchedHeight: number; coreHeight: number; readHeight?: number },
): Region {
  const { searchedHeight, coreHeight, readHeight = 0 } = limits;
  const count = Math.min(maxRowCount, Math.max(minRowCount, Math.round(searchedHeight)));
  const rowHeight = searchedHeight / count;
  const rows = sampleRows(
    plane,
    { ...code, height: searchedHeight },
    { count, step: 1, length: code.length, maxLineCount },
  );
  if (rows[0]!.length < minSampleCount) return code;
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
 * Returns the index of the row in the middle of a code that was read within `reach` rows on each
 * side of the middle row. The code may take only a part of these rows, between paper, so the rows
 * that look like their mean are searched.
 */
function findMiddle(rows: readonly Float32Array[], reach: number): number {
  const middle = rows.length >> 1;
  if (reach < 2) return middle;
  const readRows = rows.slice(Math.max(0, middle - reach), middle + reach);
  const mean = averageRows(readRows);
  const correlations = readRows.map((row) => correlate(row, mean));
  const best = correlations.indexOf(Math.max(...correlations));
  let [start, end] = [best, best + 1];
  while (start > 0 && correlations[start - 1]! >= minCorrelation) start--;
  while (end < readRows.length && correlations[end]! >= minCorrelation) end++;
  return Math.max(0, middle - reach) + ((start + end) >> 1);
}
