import { type MatPyramid, sampleMat } from "./mat-print.ts";

/**
 * The number of samples along each side of a pixel's footprint is limited to this. A pixel that
 * sees the mat at a grazing angle covers a long strip.
 */
const maxSamples = 16;

/** The border of the mat that is not predicted, in millimeters: pixels there may show the desk. */
const border = 1;

/**
 * The part of the plane of the mat that a pixel shows: a parallelogram with a corner at (x, y) and
 * the sides (ax, ay) and (bx, by), in millimeters.
 */
type Footprint = { x: number; y: number; ax: number; ay: number; bx: number; by: number };

/**
 * Returns the mat as a view should see it without the object: a tone from 0 to 1 for each pixel,
 * NaN beside the mat. `points` are those of `findPlanePoints`.
 */
export function predictMat(
  points: Float32Array,
  { width, height }: { width: number; height: number },
  mat: MatPyramid,
): Float32Array {
  const print = new Float32Array(width * height);
  const footprint: Footprint = { x: 0, y: 0, ax: 0, ay: 0, bx: 0, by: 0 };
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const corner = 2 * (row * (width + 1) + column);
      readFootprint(points, corner, corner + 2 * (width + 1), footprint);
      print[at] = isOnMat(footprint, mat) ? averageMat(footprint, mat) : Number.NaN;
    }
  }
  return print;
}

function readFootprint(
  points: Float32Array,
  corner: number,
  below: number,
  footprint: Footprint,
): void {
  const x = points[corner]!;
  const y = points[corner + 1]!;
  footprint.x = x;
  footprint.y = y;
  footprint.ax = points[corner + 2]! - x;
  footprint.ay = points[corner + 3]! - y;
  footprint.bx = points[below]! - x;
  footprint.by = points[below + 1]! - y;
}

/** Tells whether the middle of a footprint is on the mat. It is false if that is not finite. */
function isOnMat({ x, y, ax, ay, bx, by }: Footprint, { width, height }: MatPyramid): boolean {
  return (
    Math.abs(x + (ax + bx) / 2) < width / 2 - border &&
    Math.abs(y + (ay + by) / 2) < height / 2 - border
  );
}

/** Returns the mean tone of the mat in a footprint, from samples half its shorter side apart. */
function averageMat({ x, y, ax, ay, bx, by }: Footprint, mat: MatPyramid): number {
  const sideA = Math.sqrt(ax * ax + ay * ay);
  const sideB = Math.sqrt(bx * bx + by * by);
  const size = Math.min(sideA, sideB) / 2;
  const countA = Math.min(maxSamples, Math.round(sideA / size));
  const countB = Math.min(maxSamples, Math.round(sideB / size));
  let sum = 0;
  for (let indexA = 0; indexA < countA; indexA++) {
    const a = (indexA + 0.5) / countA;
    for (let indexB = 0; indexB < countB; indexB++) {
      const b = (indexB + 0.5) / countB;
      sum += sampleMat(mat, x + a * ax + b * bx, y + a * ay + b * by, size);
    }
  }
  return sum / (countA * countB);
}

/**
 * The share of a pixel's light that the lens moves to each of its two neighbors along a row or a
 * column, at the full scale of a picture.
 */
export const lensBlur = 0.18;

/**
 * Blurs a prediction as the lens does: along rows and columns each pixel keeps `1 - 2 * share` of
 * its light and gets `share` of that of each neighbor. NaN stays NaN, and its neighbors are not
 * blurred.
 */
export function blurPrint(
  print: Float32Array,
  width: number,
  height: number,
  share: number,
): Float32Array {
  const alongRows = new Float32Array(print.length);
  const blurred = new Float32Array(print.length);
  const alongRow = { step: 1, count: width };
  const alongColumn = { step: width, count: height };
  for (let row = 0; row < height; row++) {
    blurLine(print, alongRows, { start: row * width, ...alongRow }, share);
  }
  for (let column = 0; column < width; column++) {
    blurLine(alongRows, blurred, { start: column, ...alongColumn }, share);
  }
  return blurred;
}

/** A row or a column: `count` pixels whose indices are `step` apart. */
type Line = { start: number; step: number; count: number };

function blurLine(
  from: Float32Array,
  to: Float32Array,
  { start, step, count }: Line,
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
