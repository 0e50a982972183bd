import { readUid } from "./keys.ts";

/** Tells whether there are cells, each with another text. */
export function areUnique(cells: readonly string[]): boolean {
  return cells.length > 0 && new Set(cells).size === cells.length;
}

/** Tells whether a cell is the UID of a tag that stays the same. */
export function isUid(cell: string): boolean {
  return readUid(cell) !== undefined;
}

/** Tells whether a cell looks like a code: it has letters and digits, and no space or `@`. */
export function isLettersWithDigits(cell: string): boolean {
  return /^(?=.*\d)(?=.*\p{L})[^\s@]{4,}$/u.test(cell);
}
