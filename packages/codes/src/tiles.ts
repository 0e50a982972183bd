import type { Box } from "./live/live-frame.ts";
import type { Plane } from "./plane.ts";
import type { Reading } from "./reading.ts";

/** Smaller pictures are one tile: looking for what is blank would save little. */
const minTiledArea = 2 ** 22;
/** zxing-cpp needs about five bytes of its memory for a pixel. */
const maxTileSide = 4096;
const maxTileArea = maxTileSide ** 2;
/**
 * Side of a cell in pixels. It is wider than quiet zones of small print, which are part of a code.
 */
const cellSize = 64;
/** Codes of less than this many pixels across are whole in one of two neighboring tiles. */
const tileOverlap = 1024;
/** The least sum of differences between neighbors in a row of eight pixels, against noise. */
const minContrast = 96;

/**
 * Returns the parts of a plane in which something is printed and no code has been read, in pixels
 * of the plane. They may overlap. A plane of up to 4 megapixels is one part.
 */
export function listTiles(plane: Plane, readings: readonly Reading[] = []): Box[] {
  const { width, height } = plane;
  const whole = { x: 0, y: 0, width, height };
  if (width * height <= minTiledArea) return [whole];
  const columns = Math.ceil(width / cellSize);
  const rows = Math.ceil(height / cellSize);
  const isPrinted = findPrintedCells(plane, columns, rows);
  for (const reading of readings) clearCode(isPrinted, columns, reading, plane.scale);
  const boxes = mergeOverlapping(listGroups(isPrinted, columns, rows));
  return boxes
    .map((box) => toPixels(box, plane))
    .flatMap((box) =>
      box.width * box.height > maxTileArea ? divide(box, maxTileSide, tileOverlap) : [box],
    );
}

/** A picture whose long side is shrunk by more than this to be seen at once loses fine print. */
const minShrink = 1.25;
/** The side of a window, and how far neighbors overlap, in pixels: small codes are whole in one. */
const [windowSide, windowOverlap] = [1920, 512];

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
      for (let start = row + column * cellSize; start < end; start += 8) {
        if (sumDifferences(data, width, start, Math.min(end, start + 8)) < minContrast) continue;
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

/** Returns the boxes of printed cells that touch, with one cell around them, in cells. */
function listGroups(isPrinted: Uint8Array, columns: number, rows: number): Box[] {
  const isTaken = new Uint8Array(isPrinted.length);
  const groups: Box[] = [];
  for (let seed = 0; seed < isPrinted.length; seed++) {
    if (!isPrinted[seed] || isTaken[seed]) continue;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    const stack = [seed];
    isTaken[seed] = 1;
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const x = cell % columns;
      const y = (cell - x) / columns;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
          const neighbor = ny * columns + nx;
          if (!isPrinted[neighbor] || isTaken[neighbor]) continue;
          isTaken[neighbor] = 1;
          stack.push(neighbor);
        }
      }
    }
    groups.push({ x: left - 1, y: top - 1, width: right - left + 3, height: bottom - top + 3 });
  }
  return groups;
}

function mergeOverlapping(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    let grown = box;
    for (;;) {
      const index = merged.findIndex((other) => areOverlapping(grown, other));
      if (index < 0) break;
      grown = unite(grown, merged.splice(index, 1)[0]!);
    }
    merged.push(grown);
  }
  return merged;
}

function areOverlapping(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function unite(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
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
function divide(box: Box, side: number, overlap: number): Box[] {
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
