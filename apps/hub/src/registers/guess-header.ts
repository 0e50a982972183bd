import { readMeanings } from "./column-words.ts";
import { isExport } from "./import-columns.ts";
import type { KindName } from "./register.ts";
import { isStockName } from "./stock-column-words.ts";

/**
 * Guesses whether the first row of a list has the names of its columns. In doubt it takes the row
 * for a guest: a surplus guest is noticed in the list, but a missing guest is turned away at the
 * door.
 */
export function guessHeader(rows: readonly string[][], kind: KindName = "check-in"): boolean {
  const [first = [], ...others] = rows.slice(0, 200);
  const cells = first.map(trimCell);
  if (isExport(cells, kind)) return true;
  if (cells.some((cell) => cell.includes("@"))) return false;
  const readBelow = (index: number) =>
    others.map((row) => trimCell(row[index] ?? "")).filter((cell) => cell !== "");
  return cells.some((cell, index) => {
    if (cell === "") return false;
    const values = readBelow(index);
    if (kind === "stock" ? isStockName(cell) : readMeanings(cell).length > 0)
      return !values.includes(cell);
    return values.length >= 2 && values.every(isData) && !cells.some((other) => /\d/.test(other));
  });
}

/** Returns the trimmed beginning of a cell, which is enough to tell what it is. */
function trimCell(cell: string): string {
  return cell.slice(0, 200).trim();
}

/** Tells whether a cell cannot be the name of a column: it has an `@` or two digits. */
function isData(cell: string): boolean {
  return cell.includes("@") || /\d.*\d/.test(cell);
}
