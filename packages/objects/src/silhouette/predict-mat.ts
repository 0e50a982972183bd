import { type MatPyramid, sampleMat } from "./mat-print.ts";

/**
 * A pixel covers a long strip of a mat that it sees at a slant. At most so many places along each
 * side are averaged.
 */
const maxParts = 16;

/**
 * Returns the mat as a view should see it without the object: a tone from 0 to 1 for each pixel,
 * NaN beside the mat. `places` are those of `findPlanePlaces`.
 */
export function predictMat(
  places: Float32Array,
  { width, height }: { width: number; height: number },
  mat: MatPyramid,
): Float32Array {
  const columns = width + 1;
  const print = new Float32Array(width * height);
  const [halfX, halfY] = [mat.width / 2 - 1, mat.height / 2 - 1];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = 2 * (row * columns + column);
      const below = at + 2 * columns;
      const x = places[at]!;
      const y = places[at + 1]!;
      const ax = places[at + 2]! - x;
      const ay = places[at + 3]! - y;
      const bx = places[below]! - x;
      const by = places[below + 1]! - y;
      const isOnMat = Math.abs(x + (ax + bx) / 2) < halfX && Math.abs(y + (ay + by) / 2) < halfY;
      if (!isOnMat) {
        print[row * width + column] = Number.NaN;
        continue;
      }
      const sideA = Math.sqrt(ax * ax + ay * ay);
      const sideB = Math.sqrt(bx * bx + by * by);
      const size = Math.min(sideA, sideB) / 2;
      const countA = Math.min(maxParts, Math.round(sideA / size));
      const countB = Math.min(maxParts, Math.round(sideB / size));
      let sum = 0;
      for (let partA = 0; partA < countA; partA++) {
        const a = (partA + 0.5) / countA;
        for (let partB = 0; partB < countB; partB++) {
          const b = (partB + 0.5) / countB;
          sum += sampleMat(mat, x + a * ax + b * bx, y + a * ay + b * by, size);
        }
      }
      print[row * width + column] = sum / (countA * countB);
    }
  }
  return print;
}

/**
 * The share of a pixel's light that the lens moves to each of its two neighbors along a row or a
 * column.
 */
export const lensBlur = 0.18;

/**
 * Blurs a prediction as a lens does: each pixel keeps `1 - 2 * share` of itself along rows and
 * columns. Keeps NaN.
 */
export function blurPrint(
  print: Float32Array,
  width: number,
  height: number,
  share: number,
): Float32Array {
  const alongRows = new Float32Array(print.length);
  for (let row = 0; row < height; row++) blurLine(print, alongRows, row * width, 1, width, share);
  const blurred = new Float32Array(print.length);
  for (let column = 0; column < width; column++) {
    blurLine(alongRows, blurred, column, width, height, share);
  }
  return blurred;
}

/** Blurs `count` tones that are `step` apart. */
function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  share: number,
): void {
  for (let index = 0, at = start; index < count; index++, at += step) {
    const tone = from[at]!;
    const before = index > 0 ? from[at - step]! : tone;
    const after = index < count - 1 ? from[at + step]! : tone;
    const blurred = tone + share * (before + after - 2 * tone);
    to[at] = Number.isNaN(blurred) ? tone : blurred;
  }
}
