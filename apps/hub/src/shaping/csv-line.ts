/**
 * A line of CSV after RFC 4180. Cells that a spreadsheet would run as a formula get a `'` before them: what was scanned
 * is written by strangers.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

/** Also after blanks, which some spreadsheets cut off, and full-width, as Japanese ones take them. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function toCsvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
