import type { Box } from "../geometry/box.ts";
import type { Plane } from "../plane.ts";
import type { Reading } from "../readings/reading.ts";
import { listCellGroups } from "./cell-groups.ts";

/** The maximum number of pixels of a picture that is read as a whole. */
const maxWholeArea = 2 ** 22;
/** The maximum side of a tile in pixels: zxing-cpp needs about five bytes of memory for a pixel. */
const maxTileSide = 4096;
/** The maximum number of pixels of a tile. */
const maxTileArea = maxTileSide ** 2;
/**
 * The side of a cell in pixels. It exceeds quiet zones of small print, which are part of a code.
 */
const cellSize = 64;
/** The overlap of neighboring tiles in pixels: smaller codes are whole in one of them. */
const tileOverlap = 1024;
/** The minimum sum of differences between neighbors in a run of pixels, against noise. */
const minContrast = 96;
/** The number of pixels of such a run. */
const runLength = 8;

/** Whether a plane of more than 4 megapixels is read in tiles. */
export function isLarge({ width, height }: Plane): boolean {
  return width * height > maxWholeArea;
}

/**
 * Returns the parts of a large plane in which something is printed and no code has been read, in
 * pixels of the plane. They may overlap.
 */
export function listTiles(plane: Plane, readings: readonly Reading[] = []): Box[] {
  const { width, height } = plane;
  const columns = Math.ceil(width / cellSize);
  const rows = Math.ceil(height / cellSize);
  const isPrinted = findPrintedCells(plane, columns, rows);
  for (const reading of readings) clearCode(isPrinted, columns, reading, plane.scale);
  return listCellGroups(isPrinted, columns, rows, 1)
    .map((box) => toPixels(box, plane))
    .flatMap((box) =>
      box.width * box.height > maxTileArea ? divide(box, maxTileSide, tileOverlap) : [box],
    );
}

/** The minimum ratio of the long side of a plane to a window: shrinking less keeps fine print. */
const minShrink = 1.25;
/** The side of a window, in pixels. */
const windowSide = 1920;
/** The overlap of neighboring windows, in pixels: small codes are whole in one of them. */
const windowOverlap = 512;

/**
 * Returns the windows in which the small codes of a large plane are looked for in full resolution,
 * in pixels of the plane. A plane that is little larger than a window has none.
 */
export function listWindows({ width, height }: Plane): Box[] {
  if (Math.max(width, height) <= windowSide * minShrink) return [];
  return divide({ x: 0, y: 0, width, height }, windowSide, windowOverlap);
}

/** Marks the cells in which some pixels differ from their neighbors. */
function findPrintedCells({ data, width, height }: Plane, columns: number, rows: number) {
  const isPrinted = new Uint8Array(columns * rows);
  for (let y = 1; y < height; y += 2) {
    const row = y * width;
    const firstCell = Math.floor(y / cellSize) * columns;
    for (let column = 0; column < columns; column++) {
      const cell = firstCell + column;
      if (isPrinted[cell]) continue;
      const end = row + Math.min(width - 1, (column + 1) * cellSize);
      for (let start = row + column * cellSize; start < end; start += runLength) {
        if (sumDifferences(data, width, start, Math.min(end, start + runLength)) < minContrast)
          continue;
        isPrinted[cell] = 1;
        break;
      }
    }
  }
  return isPrinted;
}

function sumDifferences(data: Uint8Array, width: number, start: number, end: number): number {
  let sum = 0;
  for (let i = start; i < end; i++) {
    sum += Math.abs(data[i + 1]! - data[i]!) + Math.abs(data[i - width]! - data[i]!);
  }
  return sum;
}

/**
 * Unmarks the cells that lie in an upright code as a whole. Those of a turned one are read again.
 */
function clearCode(isPrinted: Uint8Array, columns: number, reading: Reading, scale: number): void {
  const [a, b, c, d] = reading.corners;
  const left = Math.ceil(Math.max(a.x, d.x) / scale / cellSize);
  const right = Math.floor(Math.min(b.x, c.x) / scale / cellSize);
  const top = Math.ceil(Math.max(a.y, b.y) / scale / cellSize);
  const bottom = Math.floor(Math.min(c.y, d.y) / scale / cellSize);
  for (let y = top; y < bottom; y++) isPrinted.fill(0, y * columns + left, y * columns + right);
}

function toPixels(cells: Box, plane: Plane): Box {
  const [x, y] = [Math.max(0, cells.x * cellSize), Math.max(0, cells.y * cellSize)];
  return {
    x,
    y,
    width: Math.min(plane.width, (cells.x + cells.width) * cellSize) - x,
    height: Math.min(plane.height, (cells.y + cells.height) * cellSize) - y,
  };
}

/** Divides a box into boxes of at most `side` pixels a side that overlap. */
export function divide(box: Box, side: number, overlap: number): Box[] {
  return listSpans(box.y, box.height, side, overlap).flatMap((vertical) =>
    listSpans(box.x, box.width, side, overlap).map((horizontal) => ({
      x: horizontal.start,
      y: vertical.start,
      width: horizontal.length,
      height: vertical.length,
    })),
  );
}

function listSpans(start: number, length: number, side: number, overlap: number) {
  if (length <= side) return [{ start, length }];
  const count = Math.ceil((length - overlap) / (side - overlap));
  const step = (length - side) / (count - 1);
  return Array.from({ length: count }, (_, i) => ({
    start: Math.round(start + i * step),
    length: side,
  }));
}
