import { closeStrokes } from "../extremes.ts";
import { quantile } from "../histogram.ts";
import type { Picture } from "../picture.ts";

/**
 * The color that white paper has in each cell of a coarse grid: red, green and blue, from 1 to 255.
 * `cell` is the side of a cell in pixels.
 */
export type PaperLight = { columns: number; rows: number; cell: number; light: Float32Array };

/**
 * The maximum number of cells along the longer side. Cells are small enough for the edge of a
 * shadow, and large enough that each of them shows paper.
 */
const maxCells = 96;
/**
 * The radius of the closing, in cells: dark areas narrower than about a ninth of the longer side
 * are print and not shadow.
 */
const closingRadius = 5;
/** The minimum side of a cell, in pixels. */
const minCell = 4;
/** The maximum side of a cell whose every pixel counts, in pixels; of larger ones, every second. */
const maxDenseCell = 24;
/** The quantile of the levels of a cell that is taken for its paper. */
const paperQuantile = 0.85;

/** Estimates the light on the paper of a rectified page, shadows included. */
export function measurePaperLight(picture: Picture): PaperLight {
  const { width, height } = picture;
  const cell = Math.max(minCell, Math.ceil(Math.max(width, height) / maxCells));
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const light = new Float32Array(columns * rows * 3);
  for (let channel = 0; channel < 3; channel++) {
    const bright = measureCells(picture, channel, cell, columns, rows);
    const closed = closeStrokes(bright, { width: columns, height: rows }, closingRadius);
    smooth(closed, columns, rows).forEach((value, cellIndex) => {
      light[cellIndex * 3 + channel] = Math.max(1, value);
    });
  }
  return { columns, rows, cell, light };
}

/** Returns the `paperQuantile` quantile of each cell: the paper between the letters. */
function measureCells(
  { width, height, data }: Picture,
  channel: number,
  cell: number,
  columns: number,
  rows: number,
): Float32Array {
  const cells = new Float32Array(columns * rows);
  const histogram = new Uint32Array(256);
  const step = cell > maxDenseCell ? 2 : 1;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      histogram.fill(0);
      let count = 0;
      for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y += step) {
        for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x += step) {
          histogram[data[(y * width + x) * 4 + channel]!]!++;
          count++;
        }
      }
      cells[row * columns + column] = quantile(histogram, count * paperQuantile);
    }
  }
  return cells;
}

/** Averages each cell with its eight neighbors. */
function smooth(cells: Float32Array, columns: number, rows: number): Float32Array {
  return cells.map((_, cellIndex) => {
    const [column, row] = [cellIndex % columns, Math.floor(cellIndex / columns)];
    let sum = 0;
    let count = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        sum += cells[y * columns + x]!;
        count++;
      }
    }
    return sum / count;
  });
}
