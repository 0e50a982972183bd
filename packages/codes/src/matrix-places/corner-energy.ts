import type { Plane } from "../plane.ts";

/** The side of a cell in pixels. */
export const cellSize = 4;

/** The structure tensors of the cells of a plane, which can be summed for any window of cells. */
export type CornerEnergy = {
  columns: number;
  rows: number;
  /**
   * Returns how strongly the brightness changes along its weakest direction in a window, from the
   * cell (`left`, `top`) to before (`right`, `bottom`): the smaller eigenvalue of the structure
   * tensor for each pixel. Cells beyond the plane are uniform.
   */
  measureCorners(left: number, top: number, right: number, bottom: number): number;
  /**
   * Returns the part of all change in a window that goes along two directions at right angles, from
   * 0 to 1.
   */
  measureSquareness(left: number, top: number, right: number, bottom: number): number;
};

/**
 * The number of sums of a cell: the squared gradients across and down, their product, and four
 * times the angle of the gradient as a vector, by which directions at right angles are the same.
 */
const valueCount = 5;
/** The number of pixels of a cell that are measured: every second one, as on a chessboard. */
const pixelCount = (cellSize * cellSize) / 2;
/** The minimum squared gradient of a pixel. Smaller ones are noise. */
const minSquare = 200;

/**
 * Measures the structure tensors of a plane, cell by cell, as a summed-area table. Takes about 5 ms
 * for a million pixels.
 */
export function measureCornerEnergy(plane: Plane): CornerEnergy {
  const columns = Math.floor((plane.width - 1) / cellSize);
  const rows = Math.floor((plane.height - 1) / cellSize);
  const stride = (columns + 1) * valueCount;
  const sums = new Float64Array(Math.max(1, rows + 1) * Math.max(valueCount, stride));
  const cell = new Float64Array(valueCount);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sumCell(plane, column * cellSize, row * cellSize, cell);
      const index = (row + 1) * stride + (column + 1) * valueCount;
      for (let k = index; k < index + valueCount; k++) {
        sums[k] =
          cell[k - index]! +
          sums[k - valueCount]! +
          sums[k - stride]! -
          sums[k - stride - valueCount]!;
      }
    }
  }
  const toIndex = (x: number, y: number) =>
    (y < 0 ? 0 : y > rows ? rows : y) * stride +
    (x < 0 ? 0 : x > columns ? columns : x) * valueCount;
  return {
    columns,
    rows,
    measureCorners(left, top, right, bottom) {
      const a = toIndex(left, top);
      const b = toIndex(right, top);
      const c = toIndex(left, bottom);
      const d = toIndex(right, bottom);
      const across = sums[d]! - sums[b]! - sums[c]! + sums[a]!;
      const down = sums[d + 1]! - sums[b + 1]! - sums[c + 1]! + sums[a + 1]!;
      const both = sums[d + 2]! - sums[b + 2]! - sums[c + 2]! + sums[a + 2]!;
      const strongest = Math.sqrt((across - down) ** 2 + 4 * both ** 2);
      return (across + down - strongest) / ((right - left) * (bottom - top) * pixelCount * 2);
    },
    measureSquareness(left, top, right, bottom) {
      const a = toIndex(left, top);
      const b = toIndex(right, top);
      const c = toIndex(left, bottom);
      const d = toIndex(right, bottom);
      const sum = (k: number) => sums[d + k]! - sums[b + k]! - sums[c + k]! + sums[a + k]!;
      return Math.hypot(sum(3), sum(4)) / Math.max(1, sum(0) + sum(1));
    },
  };
}

function sumCell({ data, width }: Plane, left: number, top: number, cell: Float64Array): void {
  let across = 0;
  let down = 0;
  let both = 0;
  let fourCos = 0;
  let fourSin = 0;
  for (let y = top; y < top + cellSize; y++) {
    const start = y * width + left;
    for (let i = start + (y & 1); i < start + cellSize; i += 2) {
      const a = data[i]!;
      const b = data[i + 1]!;
      const c = data[i + width]!;
      const d = data[i + width + 1]!;
      const dx = b + d - a - c;
      const dy = c + d - a - b;
      const xx = dx * dx;
      const yy = dy * dy;
      const square = xx + yy;
      if (square < minSquare) continue;
      const xy = dx * dy;
      across += xx;
      down += yy;
      both += xy;
      const difference = xx - yy;
      fourCos += (difference * difference - 4 * xy * xy) / square;
      fourSin += (4 * difference * xy) / square;
    }
  }
  cell[0] = across;
  cell[1] = down;
  cell[2] = both;
  cell[3] = fourCos;
  cell[4] = fourSin;
}
