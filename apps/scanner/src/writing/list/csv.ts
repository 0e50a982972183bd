import Papa from "papaparse";

/** A record of a CSV file (RFC 4180). */
export type CsvRow = {
  /** The line it begins at, counted from 1; a cell may hold line breaks. */
  line: number;
  cells: string[];
  /** A quotation mark that is not closed, or stands where none may. */
  badQuotes: boolean;
};

/** What may stand between two cells; `none` reads each line as one cell. */
export const separators = { none: "\u001f", comma: ",", semicolon: ";", tab: "\t" } as const;

/** Reads CSV. Empty lines are left out, but counted. */
export function readCsv(text: string, separator: keyof typeof separators = "comma"): CsvRow[] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separators[separator] });
  const bad = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  const rows: CsvRow[] = [];
  let line = 1;
  for (const [index, cells] of data.entries()) {
    if (cells.some((cell) => cell.trim() !== "")) {
      rows.push({ line, cells, badQuotes: bad.has(index) });
    }
    line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
  }
  return rows;
}

function countBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** The text of a file: UTF-8, what spreadsheets call Unicode text, or else Windows' old Western letters. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** CSV that spreadsheets take as it is meant: a byte order mark for UTF-8, and no cell that runs as a formula. */
export function printCsv(rows: string[][]): string {
  return `\ufeff${Papa.unparse(rows, { escapeFormulae: true, newline: "\r\n" })}\r\n`;
}
