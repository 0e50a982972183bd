/**
 * Returns a line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading `'`, because
 * strangers write scanned content. U+0000, at which many readers stop, becomes U+FFFD.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

/** Also matches after leading whitespace, which some spreadsheets trim, and full-width signs, which Japanese ones accept. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function toCsvCell(text: string): string {
  const whole = withoutNul(text);
  const safe = formula.test(whole) ? `'${whole}` : whole;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Replaces U+0000, which ends a text for programs written in C. */
export function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
