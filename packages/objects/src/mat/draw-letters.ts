import { findRuns } from "./find-runs.ts";
import type { Rectangle } from "./rectangle.ts";

/** Five bits for each of seven rows, from the top; the highest bit is on the left. */
const letters: Record<string, readonly number[]> = {
  " ": [0, 0, 0, 0, 0, 0, 0],
  ".": [0, 0, 0, 0, 0, 12, 12],
  ",": [0, 0, 0, 0, 12, 4, 8],
  ":": [0, 12, 12, 0, 12, 12, 0],
  "%": [24, 25, 2, 4, 8, 19, 3],
  "0": [14, 17, 19, 21, 25, 17, 14],
  "1": [4, 12, 4, 4, 4, 4, 14],
  "4": [2, 6, 10, 18, 31, 2, 2],
  "5": [31, 16, 30, 1, 1, 17, 14],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  W: [17, 17, 17, 21, 21, 21, 10],
};

/**
 * Returns the rectangles of a line of letters around `middle`, on the baseline `y`, with dots of
 * `dot` millimeters. The letters are dots, so that a file and its prediction agree without a font.
 */
export function drawLetters(text: string, middle: number, y: number, dot: number): Rectangle[] {
  const left = middle - ((6 * text.length - 1) * dot) / 2;
  return Array.from(text).flatMap((character, index) =>
    letters[character]!.flatMap((bits, row) =>
      findRuns(5, (column) => ((bits >> (4 - column)) & 1) === 1).map(([start, length]) => ({
        x: left + (6 * index + start) * dot,
        y: y + (6 - row) * dot,
        width: length * dot,
        height: dot,
      })),
    ),
  );
}
