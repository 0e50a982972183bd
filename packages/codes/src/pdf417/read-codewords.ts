import type { Corners } from "../geometry/corners.ts";
import { alignRows } from "./align-rows.ts";
import { type Layout, toIndicator, toRightIndicator } from "./draw-stack.ts";
import { findSymbol, type Match, matchSymbol, normalize } from "./match-symbols.ts";
import { type Column, type Edge, sampleIndicators, sampleNext } from "./read-columns.ts";
import type { RectifiedStack } from "./rectified-stack.ts";
import { clusterCount, stopWidth, symbolWidth } from "./symbols.ts";

/**
 * The symbols of the rows of a stack, one row after another, and its corners in pixels of the
 * plane, from the top left on.
 */
export type Rows = { matches: Match[]; corners: Corners };

/** The minimum mean fit of the left row indicators, from -1 to 1. */
const minFit = 0.8;
/** The minimum mean fit of the right row indicators. A compact PDF417 has none. */
const minEndFit = 0.4;
/** The maximum movement of a line from one column to the next, in rows. */
const maxMove = 1;
/** The minimum number of lines of a row whose first and last line are left out. */
const minTrimmedLines = 4;

/**
 * Reads the codewords of a stack with a layout, column by column. Returns undefined if its row
 * indicators do not agree with the layout.
 */
export function readCodewords(rectified: RectifiedStack, layout: Layout): Rows | undefined {
  const indicators = sampleIndicators(rectified);
  const fitOf = (line: number, row: number) =>
    matchIndicator(indicators, line, row, toIndicator(layout, row));
  let rows = alignRows(rectified.height, layout.rows, fitOf);
  const lines = listLines(rows, layout);
  if (!(meanOf(lines, (line) => fitOf(line, rows[line]!)) > minFit)) return undefined;
  const [first, last] = [lines[0]!, lines.at(-1)!];
  const columns: Match[][] = [];
  let column = indicators;
  while (columns.length < layout.columns) {
    column = sampleNext(rectified, column, first, last);
    rows = followRows(column, rows, layout);
    columns.push(Array.from({ length: layout.rows }, (_, row) => readRow(column, rows, row)));
  }
  const end = findEnd(rectified, column, rows, layout);
  return {
    matches: Array.from({ length: layout.rows }, (_, row) =>
      columns.map((matches) => matches[row]!),
    ).flat(),
    corners: [
      rectified.toPlane(0, first),
      rectified.toPlane(end[first]!, first),
      rectified.toPlane(end[last]!, last),
      rectified.toPlane(0, last),
    ],
  };
}

function matchIndicator({ profiles }: Column, line: number, row: number, value: number): number {
  const profile = profiles[line];
  return profile ? matchSymbol(profile, row % clusterCount, value) : 0;
}

/** Lists the lines that are in rows of the stack. */
function listLines(rows: Int16Array, layout: Layout): number[] {
  return [...rows.keys()].filter((line) => rows[line]! >= 0 && rows[line]! < layout.rows);
}

function meanOf(lines: number[], measure: (line: number) => number): number {
  return lines.reduce((sum, line) => sum + measure(line), 0) / lines.length;
}

/**
 * Returns the right ends of the rows on each line: a compact PDF417 has a single bar where others
 * have row indicators and a stop pattern.
 */
function findEnd(rectified: RectifiedStack, last: Column, rows: Int16Array, layout: Layout): Edge {
  const lines = listLines(rows, layout);
  const indicators = sampleNext(rectified, last, lines[0]!, lines.at(-1)!);
  const fit = meanOf(lines, (line) =>
    matchIndicator(indicators, line, rows[line]!, toRightIndicator(layout, rows[line]!)),
  );
  const width = fit > minEndFit ? symbolWidth + stopWidth : 1;
  return last.right.map((edge, line) => edge + (width * (edge - last.left[line]!)) / symbolWidth);
}

/** Assigns the lines of a column to rows, which lie near those of the previous column. */
function followRows({ profiles }: Column, previousRows: Int16Array, layout: Layout): Int16Array {
  const lines = listLines(previousRows, layout);
  const margin = (maxMove * lines.length) / layout.rows;
  const [first, last] = [lines[0]! - margin, lines.at(-1)! + margin];
  const fits = profiles.map((profile, line) =>
    profile && line >= first && line <= last
      ? [0, 1, 2].map((cluster) => findSymbol(profile, cluster).fit)
      : [0, 0, 0],
  );
  return alignRows(profiles.length, layout.rows, (line, row) =>
    Math.abs(row - previousRows[line]!) > maxMove ? -1 : fits[line]![row % clusterCount]!,
  );
}

/**
 * Reads a symbol from the mean of the lines of its row. The first and the last line may also show
 * another row.
 */
function readRow({ profiles }: Column, rows: Int16Array, row: number): Match {
  const mean = new Float32Array(symbolWidth);
  let [first, last] = [rows.indexOf(row), rows.lastIndexOf(row)];
  if (first < 0) return { value: 0, fit: 0, margin: 0 };
  if (last - first + 1 >= minTrimmedLines) [first, last] = [first + 1, last - 1];
  for (let line = first; line <= last; line++) {
    profiles[line]?.forEach((value, module) => {
      mean[module]! += value;
    });
  }
  normalize(mean);
  return findSymbol(mean, row % clusterCount);
}
