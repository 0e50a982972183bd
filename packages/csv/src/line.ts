/** Makes Excel read CSV as UTF-8. It comes before the first line. */
export const byteOrderMark = "\ufeff";

/**
 * Returns a line of CSV (RFC 4180) with its line break. A cell that a spreadsheet would run as a
 * formula gets a leading `'`, because scanned content comes from strangers. U+0000, at which many
 * readers stop, becomes U+FFFD.
 */
export function toCsvLine(cells: readonly (string | ExactCell)[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

/**
 * A cell that never gets a leading `'`, such as a code that a program or a printed ticket needs.
 */
export type ExactCell = { exact: string };

/**
 * Matches a cell that a spreadsheet may run as a formula. Some spreadsheets trim leading
 * whitespace, and Japanese ones accept full-width signs. Also matches a formula after leading `'`,
 * so that it gets one more and `fromCsvCell` can restore it.
 */
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Returns a cell without the `'` that `toCsvLine` wrote before it. */
export function fromCsvCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

function toCsvCell(cell: string | ExactCell): string {
  const text = withoutNul(typeof cell === "string" ? cell : cell.exact);
  const safe = typeof cell === "string" && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Replaces U+0000, which ends a text for programs written in C. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
