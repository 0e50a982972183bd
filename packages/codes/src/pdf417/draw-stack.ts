import type { Plane } from "../plane.ts";
import {
  clusterCount,
  startPattern,
  stopPattern,
  stopWidth,
  symbolWidth,
  toSymbol,
} from "./symbols.ts";

/** The rows, the columns of data and the security level (0 to 8) of a PDF417. */
export type Layout = { rows: number; columns: number; level: number };

/** The width of a module of a drawing, in pixels. */
const moduleSize = 2;
/** The height of a row of a drawing, in pixels. */
const rowHeight = 6;
/** The quiet zone of a drawing, in pixels. */
const quietZone = 10;

/**
 * Draws the codewords of a PDF417, which fill its rows one after another, without any distortion.
 */
export function drawStack(layout: Layout, codewords: readonly number[]): Plane {
  const { rows, columns } = layout;
  const moduleCount = (columns + 3) * symbolWidth + stopWidth;
  const width = moduleCount * moduleSize + 2 * quietZone;
  const height = rows * rowHeight + 2 * quietZone;
  const data = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < rows; row++) {
    const cluster = row % clusterCount;
    const line = new Uint8Array(width).fill(255);
    let x = quietZone;
    const draw = (bits: number, length: number) => {
      for (let i = length - 1; i >= 0; i--, x += moduleSize) {
        if ((bits >> i) & 1) line.fill(0, x, x + moduleSize);
      }
    };
    draw(startPattern, symbolWidth);
    draw(toSymbol(cluster, toIndicator(layout, row)), symbolWidth);
    for (const codeword of codewords.slice(row * columns, (row + 1) * columns)) {
      draw(toSymbol(cluster, codeword), symbolWidth);
    }
    draw(toSymbol(cluster, toRightIndicator(layout, row)), symbolWidth);
    draw(stopPattern, stopWidth);
    for (let y = 0; y < rowHeight; y++) {
      data.set(line, (quietZone + row * rowHeight + y) * width);
    }
  }
  return { data, width, height, scale: 1 };
}

/** Returns the codeword of the left row indicator (ISO/IEC 15438, 5.11.3). */
export function toIndicator(layout: Layout, row: number): number {
  return indicate(layout, row, row);
}

/** Returns the codeword of the right row indicator. */
export function toRightIndicator(layout: Layout, row: number): number {
  return indicate(layout, row, row + 2);
}

/**
 * Returns the codeword of a row indicator. Rows of the three clusters hold the number of rows, the
 * level and the number of columns in turn, on the right side in another order.
 */
function indicate({ rows, columns, level }: Layout, row: number, turn: number): number {
  const fields = [Math.floor((rows - 1) / 3), level * 3 + ((rows - 1) % 3), columns - 1];
  return 30 * Math.floor(row / clusterCount) + fields[turn % clusterCount]!;
}
