import { findHomography, type Point } from "../geometry/homography.ts";
import { bitsAcross, markerCodes, turnCode } from "../mat/marker-codes.ts";
import type { Quad } from "./find-quad.ts";
import type { GrayPicture } from "./gray-picture.ts";

/**
 * How many of the 36 bits may be wrong. Codes differ in at least 14, so that up to 6 are certain
 * among markers; anything else looks like one with 3 wrong bits once in 90,000 random patterns, if
 * it also has the border.
 */
const maxWrong = 3;

/**
 * Each code with its turns: half of its bits each, the marker and how often it was turned
 * clockwise.
 */
const turns = markerCodes.flatMap((code, id) => {
  let turned = code;
  return [0, 1, 2, 3].map((quarters) => {
    if (quarters > 0) turned = turnCode(turned);
    return { high: Math.floor(turned / 2 ** 18), low: turned % 2 ** 18, id, quarters };
  });
});

/** With the black border; the white frame round it is one bit wide as well. */
const across = bitsAcross + 2;
const square: readonly Point[] = [
  [0, 0],
  [across, 0],
  [across, across],
  [0, across],
];

/**
 * Reads the bits in a quadrilateral. Returns the marker and the index of the corner that is its top
 * left one, or undefined if the border is not all black, the frame round it not white, or the bits
 * are none of ours.
 */
export function readMarker(
  gray: GrayPicture,
  quad: Quad,
): { id: number; topLeft: number } | undefined {
  const map = findHomography(square, quad);
  if (!map) return undefined;
  const read = (column: number, row: number) => readBit(gray, map, column, row);
  let [black, white] = [0, 0];
  const border: number[] = [];
  const frame: number[] = [];
  for (let at = 0; at < across; at++) {
    frame.push(read(at, -1), read(at, across), read(-1, at), read(across, at));
    border.push(read(at, 0), read(at, across - 1));
    if (at > 0 && at < across - 1) border.push(read(0, at), read(across - 1, at));
  }
  for (const level of border) black += level / border.length;
  for (const level of frame) white += level / frame.length;
  const middle = (black + white) / 2;
  if (!(white - black > 24) || !border.every((level) => level < middle)) return undefined;
  if (frame.filter((level) => level > middle).length < frame.length - 4) return undefined;
  let [high, low] = [0, 0];
  for (let row = 0; row < bitsAcross; row++) {
    for (let column = 0; column < bitsAcross; column++) {
      const bit = read(column + 1, row + 1) > middle ? 1 : 0;
      if (row < bitsAcross / 2) high = (high << 1) | bit;
      else low = (low << 1) | bit;
    }
  }
  for (const turn of turns) {
    if (countOnes(turn.high ^ high) + countOnes(turn.low ^ low) > maxWrong) continue;
    return { id: turn.id, topLeft: turn.quarters };
  }
  return undefined;
}

/** Returns the mean level in the middle of a bit; not a number if it is beside the picture. */
function readBit(
  { width, height, levels }: GrayPicture,
  map: Float64Array,
  column: number,
  row: number,
): number {
  let sum = 0;
  for (let part = 0; part < 5; part++) {
    const u = column + 0.5 + (part === 4 ? 0 : part & 1 ? 0.2 : -0.2);
    const v = row + 0.5 + (part === 4 ? 0 : part & 2 ? 0.2 : -0.2);
    const w = map[6]! * u + map[7]! * v + map[8]!;
    const x = Math.round((map[0]! * u + map[1]! * v + map[2]!) / w);
    const y = Math.round((map[3]! * u + map[4]! * v + map[5]!) / w);
    if (!(x >= 0 && y >= 0 && x < width && y < height)) return Number.NaN;
    sum += levels[y * width + x]!;
  }
  return sum / 5;
}

function countOnes(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
