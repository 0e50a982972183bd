import { removeSpecks } from "./specks.ts";

/**
 * Decides which pixels of a flattened page are ink, from their brightness: darker than the pixels
 * around them (Sauvola and Pietikäinen, Adaptive document image binarization, 2000), or dark at
 * all. Returns 1 for ink and 0 for paper.
 */
export function findInk(gray: Uint8Array, width: number, height: number): Uint8Array {
  const radius = Math.max(6, Math.round(Math.max(width, height) / 40));
  const ink = new Uint8Array(gray.length);
  const sums = createSums(gray, width, height, radius);
  for (let y = 0, at = 0; y < height; y++) {
    sums.moveTo(y);
    for (let x = 0; x < width; x++, at++) {
      const value = gray[at]!;
      if (value >= surelyPaper) continue;
      const { mean, deviation } = sums.measure(x);
      const threshold = mean * (1 + sensitivity * (deviation / 128 - 1));
      if (value < surelyInk || value < threshold) ink[at] = 1;
    }
  }
  removeSpecks(ink, width, height);
  return ink;
}

const sensitivity = 0.2;
/** The inside of a large black area is as dark as what is around it. */
const surelyInk = 80;
const surelyPaper = 235;

/**
 * Measures the brightness in the square around each pixel of a row. It keeps the sums of the
 * columns in the rows of the squares, and no table of the whole page, which would take sixteen
 * bytes for a pixel.
 */
function createSums(gray: Uint8Array, width: number, height: number, radius: number) {
  const columns = new Float64Array(width);
  const columnSquares = new Float64Array(width);
  // Sums of the columns before each one.
  const sums = new Float64Array(width + 1);
  const squares = new Float64Array(width + 1);
  let [top, bottom] = [0, 0];
  const addRow = (row: number, sign: 1 | -1) => {
    for (let x = 0, at = row * width; x < width; x++, at++) {
      const value = gray[at]!;
      columns[x]! += sign * value;
      columnSquares[x]! += sign * value * value;
    }
  };
  return {
    /** Goes to a row, none before the last one. */
    moveTo(y: number) {
      for (; bottom < Math.min(height, y + radius + 1); bottom++) addRow(bottom, 1);
      for (; top < y - radius; top++) addRow(top, -1);
      for (let x = 0; x < width; x++) {
        sums[x + 1] = sums[x]! + columns[x]!;
        squares[x + 1] = squares[x]! + columnSquares[x]!;
      }
    },
    measure(x: number) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const count = (right - left) * (bottom - top);
      const mean = (sums[right]! - sums[left]!) / count;
      const square = (squares[right]! - squares[left]!) / count;
      return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
    },
  };
}
