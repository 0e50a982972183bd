import { readMeanings } from "./column-words.ts";

/** No mail address is longer (RFC 5321, 4.5.3.1). */
const longestAddress = 320;

/**
 * Tells whether a column has what nobody at a door needs to see, such as mail addresses, telephone
 * numbers and dates of birth: by its name, or because one of these cells is a mail address or a
 * telephone number.
 */
export function isPrivateColumn(name: string, cells: readonly string[]): boolean {
  const meanings = readMeanings(name);
  if (meanings.includes("mail") || meanings.includes("private")) return true;
  return cells.some(
    (cell) =>
      cell.length <= longestAddress &&
      (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) || /^(\+|00|\(0)[\d ()/.-]{7,}$/.test(cell)),
  );
}
