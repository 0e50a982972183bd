import { type Color, channels, perChannel } from "./color-planes.ts";

/**
 * A part of the plane of the mat around its middle, in square cells. `cells` has the five numbers
 * of a `GroundSample` for each cell, in rows; NaN where too few views see the cell.
 */
export type GroundSheet = { step: number; columns: number; rows: number; cells: Float32Array };

/** The ground at a point of the plane; NaN where it is not known. */
export type GroundSample = {
  /** Red, green and blue. */
  color: Color;
  /** The standard deviation of the brightness between views, as a share of the brightness. */
  deviation: number;
  /** The standard deviation of the chroma between views, as a share of the brightness. */
  chromaDeviation: number;
};

/** The number of values of a cell. */
const cellSize = 5;

/**
 * The light of a cell that no view shows is interpolated from its neighbors. Its standard
 * deviations are this share of the brightness.
 */
const interpolatedDeviation = 0.05;

/** A point is known if the known cells around it have at least this weight, of 1 for all four. */
const minWeight = 0.4;

export function createSheet(columns: number, rows: number, step: number): GroundSheet {
  const cells = new Float32Array(cellSize * columns * rows).fill(Number.NaN);
  return { step, columns, rows, cells };
}

export const countCells = ({ columns, rows }: GroundSheet): number => columns * rows;

/** Returns the middle of a cell, in millimeters from the middle of the mat. */
export function findCellCenter(
  { columns, rows, step }: GroundSheet,
  cell: number,
): [x: number, y: number] {
  const column = cell % columns;
  const row = (cell - column) / columns;
  return [(column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step];
}

/** Sets a cell, or forgets what is known about it. */
export function setCell({ cells }: GroundSheet, cell: number, sample?: GroundSample): void {
  const at = cellSize * cell;
  if (!sample) cells.fill(Number.NaN, at, at + cellSize);
  else cells.set([...sample.color, sample.deviation, sample.chromaDeviation], at);
}

/** Returns the color of a cell; undefined where it is not known. */
export function readCell({ cells }: GroundSheet, cell: number): Color | undefined {
  const at = cellSize * cell;
  const color = perChannel((channel) => cells[at + channel]!);
  return Number.isNaN(color[0]) ? undefined : color;
}

/**
 * Gives each unknown cell the mean color of its known neighbors, again and again from the border of
 * a gap inward.
 */
export function fillGaps(sheet: GroundSheet): void {
  for (let filled = 1; filled > 0; ) {
    filled = 0;
    const before = { ...sheet, cells: sheet.cells.slice() };
    for (let cell = 0; cell < countCells(sheet); cell++) {
      if (!Number.isNaN(before.cells[cellSize * cell]!)) continue;
      const color = averageNeighbors(before, cell);
      if (!color) continue;
      filled++;
      const deviation = interpolatedDeviation;
      setCell(sheet, cell, { color, deviation, chromaDeviation: deviation });
    }
  }
}

/** Returns the mean color of the known ones of eight neighbors; undefined if there is none. */
function averageNeighbors(sheet: GroundSheet, cell: number): Color | undefined {
  const { columns, rows } = sheet;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  const sums: Color = [0, 0, 0];
  let count = 0;
  for (let b = Math.max(0, row - 1); b <= Math.min(rows - 1, row + 1); b++) {
    for (let a = Math.max(0, column - 1); a <= Math.min(columns - 1, column + 1); a++) {
      const color = readCell(sheet, b * columns + a);
      if (!color) continue;
      count++;
      for (const channel of channels) sums[channel] += color[channel];
    }
  }
  return count === 0 ? undefined : perChannel((channel) => sums[channel] / count);
}

/**
 * Writes the ground at a point into `sample`, by bilinear interpolation between the known ones of
 * the four cells around it.
 */
export function sampleSheet(sheet: GroundSheet, x: number, y: number, sample: GroundSample): void {
  const { step, columns, rows, cells } = sheet;
  const u = x / step + (columns - 1) / 2;
  const v = y / step + (rows - 1) / 2;
  let [red, green, blue, deviation, chromaDeviation] = [0, 0, 0, 0, 0];
  let total = 0;
  if (u > -1 && v > -1 && u < columns && v < rows) {
    const [i, j] = [Math.floor(u), Math.floor(v)];
    for (let b = Math.max(0, j); b <= Math.min(rows - 1, j + 1); b++) {
      for (let a = Math.max(0, i); a <= Math.min(columns - 1, i + 1); a++) {
        const at = cellSize * (b * columns + a);
        if (Number.isNaN(cells[at]!)) continue;
        const weight = (1 - Math.abs(u - a)) * (1 - Math.abs(v - b));
        total += weight;
        red += weight * cells[at]!;
        green += weight * cells[at + 1]!;
        blue += weight * cells[at + 2]!;
        deviation += weight * cells[at + 3]!;
        chromaDeviation += weight * cells[at + 4]!;
      }
    }
  }
  // Dividing by NaN makes all of an unknown point NaN.
  const divisor = total < minWeight ? Number.NaN : total;
  sample.color[0] = red / divisor;
  sample.color[1] = green / divisor;
  sample.color[2] = blue / divisor;
  sample.deviation = deviation / divisor;
  sample.chromaDeviation = chromaDeviation / divisor;
}
