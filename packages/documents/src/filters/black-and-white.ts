import { removeSpecks } from "./specks.ts";

/**
 * Decides which pixels of a flattened page are ink, from their brightness: darker than the pixels around them (Sauvola and
 * Pietikäinen, Adaptive document image binarization, 2000), or dark at all. Returns 1 for ink and 0 for paper.
 */
export function findInk(gray: Uint8Array, width: number, height: number): Uint8Array {
  const radius = Math.max(6, Math.round(Math.max(width, height) / 40));
  const sums = createSums(gray, width, height);
  const ink = new Uint8Array(gray.length);
  for (let y = 0, at = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x++, at++) {
      const value = gray[at]!;
      if (value >= surelyPaper) continue;
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const { mean, deviation } = sums.measure(left, top, right, bottom);
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

/** Sums over rectangles of brightness and of its square, from tables of sums above and left of each pixel. */
function createSums(gray: Uint8Array, width: number, height: number) {
  const stride = width + 1;
  const sum = new Float64Array(stride * (height + 1));
  const squares = new Float64Array(stride * (height + 1));
  for (let y = 0, at = 0; y < height; y++) {
    let [rowSum, rowSquares] = [0, 0];
    for (let x = 0; x < width; x++, at++) {
      const value = gray[at]!;
      rowSum += value;
      rowSquares += value * value;
      const to = (y + 1) * stride + x + 1;
      sum[to] = sum[to - stride]! + rowSum;
      squares[to] = squares[to - stride]! + rowSquares;
    }
  }
  return {
    measure(left: number, top: number, right: number, bottom: number) {
      const count = (right - left) * (bottom - top);
      const [a, b] = [top * stride + left, top * stride + right];
      const [c, d] = [bottom * stride + left, bottom * stride + right];
      const mean = (sum[d]! - sum[b]! - sum[c]! + sum[a]!) / count;
      const square = (squares[d]! - squares[b]! - squares[c]! + squares[a]!) / count;
      return { mean, deviation: Math.sqrt(Math.max(0, square - mean * mean)) };
    },
  };
}
