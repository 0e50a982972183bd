import { removeSpecks } from "./specks.ts";

/**
 * Decides which pixels of a flattened page are ink, from their brightness: darker than the pixels
 * around them (Sauvola and Pietikäinen, Adaptive document image binarization, 2000), or very dark.
 * Returns 1 for ink and 0 for paper.
 */
export function findInk(gray: Uint8Array, width: number, height: number): Uint8Array {
  const radius = Math.max(minRadius, Math.round(Math.max(width, height) / radiusDivisor));
  const ink = new Uint8Array(gray.length);
  const sums = createSums(gray, width, height, radius);
  for (let y = 0, index = 0; y < height; y++) {
    sums.moveTo(y);
    for (let x = 0; x < width; x++, index++) {
      const value = gray[index]!;
      if (value >= minPaper) continue;
      const { mean, deviation } = sums.measure(x);
      const threshold = mean * (1 + sensitivity * (deviation / maxDeviation - 1));
      if (value < maxInk || value < threshold) ink[index] = 1;
    }
  }
  removeSpecks(ink, width, height);
  return ink;
}

/** The sensitivity k of Sauvola's threshold. */
const sensitivity = 0.2;
/** The maximum standard deviation R of Sauvola's threshold, in levels. */
const maxDeviation = 128;
/** The long side divided by the radius of the surroundings of a pixel. */
const radiusDivisor = 40;
/** The minimum radius of the surroundings of a pixel, in pixels. */
const minRadius = 6;
/**
 * The brightness below which a pixel is ink, whatever its surroundings, which are dark inside a
 * large black area.
 */
const maxInk = 80;
/** The brightness from which a pixel is paper. */
const minPaper = 235;

/**
 * Measures the brightness in the square around each pixel of a row. It keeps the sums of the
 * columns in the rows of the squares, and no table of the whole page, which would take sixteen
 * bytes for a pixel.
 */
function createSums(gray: Uint8Array, width: number, height: number, radius: number) {
  const columns = new Float64Array(width);
  const columnSquares = new Float64Array(width);
  // The sums of all columns before each column.
  const sums = new Float64Array(width + 1);
  const squares = new Float64Array(width + 1);
  let [top, bottom] = [0, 0];
  const addRow = (row: number, sign: 1 | -1) => {
    for (let x = 0, index = row * width; x < width; x++, index++) {
      const value = gray[index]!;
      columns[x]! += sign * value;
      columnSquares[x]! += sign * value * value;
    }
  };
  return {
    /** Moves to a row at or below the last one. */
    moveTo(y: number) {
      for (; bottom < Math.min(height, y + radius + 1); bottom++) addRow(bottom, 1);
      for (; top < y - radius; top++) addRow(top, -1);
      for (let x = 0; x < width; x++) {
        sums[x + 1] = sums[x]! + columns[x]!;
        squares[x + 1] = squares[x]! + columnSquares[x]!;
      }
    },
    /** Returns the mean and the standard deviation around a pixel of the row. */
    measure(x: number) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const count = (right - left) * (bottom - top);
      const mean = (sums[right]! - sums[left]!) / count;
      const square = (squares[right]! - squares[left]!) / count;
      return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
    },
  };
}
