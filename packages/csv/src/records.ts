import Papa from "papaparse";

/** A record of a CSV file (RFC 4180). */
export type CsvRow = {
  /** The number of its first line, counted from 1. A cell may hold line breaks. */
  line: number;
  cells: string[];
  /** Whether a quotation mark is not closed, or is inside an unquoted cell. */
  badQuotes: boolean;
};

/** The separators of cells. `none` is a character that no file has, so each line is one cell. */
const separators = { none: "\u001f", comma: ",", semicolon: ";", tab: "\t" } as const;

/** Parses CSV. Leaves out empty lines, but counts them in the line numbers. */
export function parseCsv(text: string, separator: keyof typeof separators = "comma"): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separators[separator] });
  const badRows = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  const rows: CsvRow[] = [];
  let line = 1;
  for (const [index, cells] of data.entries()) {
    if (cells.some((cell) => cell.trim() !== "")) {
      rows.push({ line, cells, badQuotes: badRows.has(index) });
    }
    line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
  }
  return rows;
}

function countBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/**
 * Decodes UTF-16 with a byte order mark, which spreadsheets call Unicode text, UTF-8, or else
 * Windows-1252.
 */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not valid UTF-8: older versions of Excel save CSV in the code page of Windows.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Serializes CSV for spreadsheets: with a byte order mark for UTF-8, and with escaped formulas. */
export function serializeCsv(rows: string[][]): string {
  return `\ufeff${Papa.unparse(rows, { escapeFormulae: true, newline: "\r\n" })}\r\n`;
}
