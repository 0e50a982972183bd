import { findHomography, type Point } from "../geometry/homography.ts";
import { type Matrix3, readMatrix } from "../geometry/read-matrix.ts";
import { bitsAcross, markerCodes, turnCode } from "../mat/marker-codes.ts";
import type { Quad } from "./find-quad.ts";
import type { GrayPicture } from "./gray-picture.ts";

/**
 * The wrong bits that a marker may have, of 36. Codes differ in at least 14, so that up to 6 are
 * certain among markers; anything else looks like one with 3 wrong bits once in 90,000 random
 * patterns, if it also has the border.
 */
const maxWrongBits = 3;
/** The smallest difference of the mean gray levels of the white frame and the black border. */
const minContrast = 24;
/** The bits of the white frame that may be dark, of 32, for example in a shadow. */
const maxDarkInFrame = 4;

/**
 * Each code in its four directions: its upper and lower half of 18 bits, and the quarters by which
 * it is turned clockwise.
 */
const turnedCodes = markerCodes.flatMap((code, id) => {
  let turned = code;
  return [0, 1, 2, 3].map((quarters) => {
    if (quarters > 0) turned = turnCode(turned);
    return { upper: Math.floor(turned / 2 ** 18), lower: turned % 2 ** 18, id, quarters };
  });
});

/** The bits of a side with the black border; the white frame around it is one bit wide as well. */
const sideBits = bitsAcross + 2;
const square: readonly Point[] = [
  [0, 0],
  [sideBits, 0],
  [sideBits, sideBits],
  [0, sideBits],
];

/** Returns the gray level of a bit; NaN if it is beside the picture. */
type ReadBit = (column: number, row: number) => number;

/**
 * Reads the bits in a quadrilateral. Returns the marker and the index of the corner that is its top
 * left one, or undefined if the border is not all black, the frame around it not white, or the bits
 * are none of ours.
 */
export function readMarker(
  gray: GrayPicture,
  quad: Quad,
): { id: number; topLeft: number } | undefined {
  const homography = findHomography(square, quad);
  if (!homography) return undefined;
  const map = readMatrix(homography);
  const readBit: ReadBit = (column, row) => readLevel(gray, map, column, row);
  const threshold = findThreshold(readBit);
  if (threshold === undefined) return undefined;
  const upper = readHalf(readBit, 0, threshold);
  const lower = readHalf(readBit, bitsAcross / 2, threshold);
  const match = turnedCodes.find(
    (code) => countOnes(code.upper ^ upper) + countOnes(code.lower ^ lower) <= maxWrongBits,
  );
  return match && { id: match.id, topLeft: match.quarters };
}

/**
 * Returns the gray level between black and white; undefined without a black border in a white
 * frame.
 */
function findThreshold(readBit: ReadBit): number | undefined {
  const border: number[] = [];
  const frame: number[] = [];
  for (let at = 0; at < sideBits; at++) {
    frame.push(readBit(at, -1), readBit(at, sideBits), readBit(-1, at), readBit(sideBits, at));
    border.push(readBit(at, 0), readBit(at, sideBits - 1));
    if (at > 0 && at < sideBits - 1) border.push(readBit(0, at), readBit(sideBits - 1, at));
  }
  const black = findMean(border);
  const white = findMean(frame);
  const threshold = (black + white) / 2;
  if (!(white - black > minContrast)) return undefined;
  if (!border.every((level) => level < threshold)) return undefined;
  const whiteCount = frame.filter((level) => level > threshold).length;
  return whiteCount < frame.length - maxDarkInFrame ? undefined : threshold;
}

const findMean = (levels: readonly number[]) =>
  levels.reduce((mean, level) => mean + level / levels.length, 0);

/** Reads the upper or the lower half of a code, from a row on; 1 is white. */
function readHalf(readBit: ReadBit, firstRow: number, threshold: number): number {
  let half = 0;
  for (let row = firstRow; row < firstRow + bitsAcross / 2; row++) {
    for (let column = 0; column < bitsAcross; column++) {
      half = (half << 1) | (readBit(column + 1, row + 1) > threshold ? 1 : 0);
    }
  }
  return half;
}

/** Returns the mean of five pixels in the middle of a bit; NaN if one is beside the picture. */
function readLevel(
  { width, height, levels }: GrayPicture,
  map: Matrix3,
  column: number,
  row: number,
): number {
  let sum = 0;
  for (let sample = 0; sample < 5; sample++) {
    const u = column + 0.5 + (sample === 4 ? 0 : sample & 1 ? 0.2 : -0.2);
    const v = row + 0.5 + (sample === 4 ? 0 : sample & 2 ? 0.2 : -0.2);
    const w = map[6] * u + map[7] * v + map[8];
    const x = Math.round((map[0] * u + map[1] * v + map[2]) / w);
    const y = Math.round((map[3] * u + map[4] * v + map[5]) / w);
    if (!(x >= 0 && y >= 0 && x < width && y < height)) return Number.NaN;
    sum += levels[y * width + x]!;
  }
  return sum / 5;
}

function countOnes(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
