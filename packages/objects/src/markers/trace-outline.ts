import type { Point } from "../geometry/homography.ts";

/** The pixels of a closed outline: columns and rows, by turns. */
export type Outline = readonly number[];

/** Returns a pixel of an outline by its index, which goes on after the last one with the first. */
export function readPixel(outline: Outline, index: number): Point {
  const at = (2 * index) % outline.length;
  return [outline[at]!, outline[at + 1]!];
}

type Step = readonly [columns: number, rows: number];

/** The steps to the eight neighbors of a pixel, clockwise in the picture from the right. */
const steps: readonly Step[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

/**
 * Returns the outer border of a part of 1s, clockwise (Moore's neighbor tracing). `start` is the
 * index of the leftmost pixel of its highest row. Returns undefined if the border is longer than
 * `maxLength` pixels, and for a single pixel.
 */
export function traceOutline(
  isDark: Uint8Array,
  { width, height }: { width: number; height: number },
  start: number,
  maxLength: number,
): number[] | undefined {
  const isSet = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && isDark[row * width + column] === 1;
  const startColumn = start % width;
  const startRow = (start - startColumn) / width;
  const outline: number[] = [];
  let [column, row] = [startColumn, startRow];
  let heading = 0;
  let firstHeading = -1;
  while (outline.length <= 2 * maxLength) {
    const next = findHeading(isSet, column, row, heading);
    if (next === undefined) return undefined;
    if (column === startColumn && row === startRow) {
      if (next === firstHeading) return outline;
      if (firstHeading < 0) firstHeading = next;
    }
    outline.push(column, row);
    heading = next;
    column += steps[next]![0];
    row += steps[next]![1];
  }
  return undefined;
}

/**
 * Returns the first step to a set neighbor, clockwise from the one after the pixel that the last
 * step came from; undefined if no neighbor is set.
 */
function findHeading(
  isSet: (column: number, row: number) => boolean,
  column: number,
  row: number,
  heading: number,
): number | undefined {
  for (let tries = 0; tries < 8; tries++) {
    const next = (heading + 5 + tries) % 8;
    const step = steps[next]!;
    if (isSet(column + step[0], row + step[1])) return next;
  }
  return undefined;
}
