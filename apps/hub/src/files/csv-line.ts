/**
 * Returns a line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading
 * `'`, because strangers write scanned content. U+0000, at which many readers stop, becomes U+FFFD.
 */
export function toCsvLine(cells: readonly (string | ExactCell)[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

/**
 * A cell that stands in a line of CSV as it is, such as a code that a program or a printed ticket
 * needs.
 */
export type ExactCell = { exact: string };

/**
 * Also matches after leading whitespace, which some spreadsheets trim, and full-width signs, which
 * Japanese ones accept. What begins with `'` before that gets another one, so that `fromCsvCell`
 * gives it back.
 */
const formula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/** Returns a cell without the `'` that `toCsvLine` wrote before it. */
export function fromCsvCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

function toCsvCell(cell: string | ExactCell): string {
  const whole = withoutNul(typeof cell === "string" ? cell : cell.exact);
  const safe = typeof cell === "string" && formula.test(whole) ? `'${whole}` : whole;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Replaces U+0000, which ends a text for programs written in C. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
