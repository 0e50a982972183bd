import { readMeanings } from "./column-words.ts";

/** The maximum length of a mail address in characters (RFC 5321, 4.5.3.1). */
const maxAddressLength = 320;

/**
 * Tells whether a column has private data that nobody at a door needs to see, such as mail
 * addresses, telephone numbers and dates of birth. It has if its name says so, or if one of the
 * cells is a mail address or a telephone number.
 */
export function isPrivateColumn(name: string, cells: readonly string[]): boolean {
  const meanings = readMeanings(name);
  if (meanings.includes("mail") || meanings.includes("private")) return true;
  return cells.some(
    (cell) =>
      cell.length <= maxAddressLength &&
      (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) || /^(\+|00|\(0)[\d ()/.-]{7,}$/.test(cell)),
  );
}
