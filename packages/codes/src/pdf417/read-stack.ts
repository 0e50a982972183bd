import type { Corners } from "../geometry/corners.ts";
import type { Plane } from "../plane.ts";
import { correctCodewords } from "./correct-codewords.ts";
import type { Layout } from "./draw-stack.ts";
import type { FullStart } from "./extend-start.ts";
import { findLayout } from "./find-layout.ts";
import type { Match } from "./match-symbols.ts";
import { readCodewords } from "./read-codewords.ts";
import {
  heightOf,
  measureSlope,
  type RectifiedStack,
  rectifyStack,
  type Slope,
} from "./rectified-stack.ts";
import { symbolWidth } from "./symbols.ts";

/**
 * A PDF417 that passed error correction. Its corners are in pixels of the plane, from the top left
 * on.
 */
export type Stack = { layout: Layout; codewords: number[]; corners: Corners };

/** The number of rounds in which the slope of the rows is measured. */
const slopeRounds = 3;
/** The first modules of the rows: the start pattern, the row indicators and a part of a column. */
const firstPart = 3.5 * symbolWidth;
/** The maximum number of lines with which a stack is sampled, for each module of height. */
const maxLinesPerModule = 2;
/** The maximum number of lines with which a stack is sampled. */
const maxLines = 900;
/** The number of lines for each row once the number of rows is known. */
const linesPerRow = 4.5;
/** The number of check codewords that must agree without having been used to correct. */
const spareCount = 2;
/**
 * The numbers of codewords that are taken as unknown, as parts of the number that can be corrected.
 */
const unknownParts = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((eighths) => eighths / 8);

/**
 * Reads the PDF417 that begins with a start pattern. Returns undefined if its codewords do not pass
 * error correction.
 */
export function readStack(plane: Plane, start: FullStart): Stack | undefined {
  const height = heightOf(start);
  let slope: Slope = { first: 0, down: 0, along: 0 };
  const sample = (moduleCount: number, linesPerModule: number): RectifiedStack => {
    for (let round = 0; round < slopeRounds; round++) {
      const rectified = rectifyStack(plane, start, slope, { moduleCount, linesPerModule });
      slope = measureSlope(rectified, slope);
      // The first part is too short to show how its rows bend.
      if (moduleCount === firstPart) slope.along = 0;
    }
    return rectifyStack(plane, start, slope, { moduleCount, linesPerModule });
  };
  const layout = findLayout(sample(firstPart, Math.min(maxLinesPerModule, maxLines / height)));
  if (!layout) return undefined;
  const moduleCount = (layout.columns + 4) * symbolWidth + 2;
  const linesPerModule = Math.min(maxLinesPerModule, (linesPerRow * layout.rows) / height);
  const read = readCodewords(sample(moduleCount, linesPerModule), layout);
  const codewords = read && correct(read.matches, layout);
  return codewords && { layout, codewords, corners: read.corners };
}

/**
 * Takes the least certain codewords as unknown, step by step more of them, until the other
 * codewords correct them. Returns undefined if they never do.
 */
function correct(matches: readonly Match[], { level }: Layout): number[] | undefined {
  const checkCount = 2 ** (level + 1);
  const values = matches.map(({ value }) => value);
  const order = [...matches.keys()].sort((a, b) => matches[a]!.margin - matches[b]!.margin);
  for (const part of unknownParts) {
    const unknown = order.slice(0, Math.floor((checkCount - spareCount) * part));
    const corrected = correctCodewords(values, { checkCount, unknown, spareCount });
    // The first codeword counts those that are no check codewords (5.4.1).
    if (corrected?.[0] === values.length - checkCount) return corrected;
  }
  return undefined;
}
