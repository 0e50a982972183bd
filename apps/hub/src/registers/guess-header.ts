import { readMeanings } from "./column-words.ts";
import { isExport } from "./import-columns.ts";

/**
 * Guesses whether the first row of a list has the names of its columns. In doubt it has not: a
 * guest too many is seen, and one too few is turned away.
 */
export function guessHeader(rows: readonly string[][]): boolean {
  const [first = [], ...others] = rows.slice(0, 200);
  const cells = first.map(toShown);
  if (isExport(cells)) return true;
  if (cells.some((cell) => cell.includes("@"))) return false;
  const below = (index: number) =>
    others.map((row) => toShown(row[index] ?? "")).filter((cell) => cell !== "");
  return cells.some((cell, index) => {
    if (cell === "") return false;
    const values = below(index);
    if (readMeanings(cell).length > 0) return !values.includes(cell);
    return values.length >= 2 && values.every(isData) && !cells.some((each) => /\d/.test(each));
  });
}

/** Returns so much of a cell as shows what it is. */
function toShown(cell: string): string {
  return cell.slice(0, 200).trim();
}

/** Tells whether a cell has what no name of a column has: a mail address, or two digits. */
function isData(cell: string): boolean {
  return cell.includes("@") || /\d.*\d/.test(cell);
}
