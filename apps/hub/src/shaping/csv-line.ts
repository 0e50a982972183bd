/**
 * Returns a line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading `'`, because
 * strangers write scanned content.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

/** Also matches after leading whitespace, which some spreadsheets trim, and full-width signs, which Japanese ones accept. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function toCsvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
