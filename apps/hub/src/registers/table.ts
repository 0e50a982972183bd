import { type Parsed, refuse } from "../parsed.ts";
import { guessHeader } from "./guess-header.ts";
import { decodeList, type ListEncoding } from "./list-encoding.ts";
import { createTimeBox } from "./time-box.ts";

/**
 * A table as a person wrote it. `lines` are the line numbers on which the rows begin, counted from
 * 1. Without a header, its columns are called `Column 1` and so on.
 */
export type Table = {
  columns: string[];
  rows: string[][];
  lines: number[];
  hasHeader: boolean;
  separator: string;
  encoding: ListEncoding;
};

/** How to read a list. A missing option is guessed. */
export type TableOptions = {
  encoding?: ListEncoding | undefined;
  header?: boolean | undefined;
};

/** The most cells of a line, as many as a line of a spreadsheet has. */
const maxCells = 16_384;

/**
 * Parses CSV as RFC 4180 describes it, with commas, semicolons or tabs, whichever the first line
 * has most of, or what the line `sep=` names that Excel writes. Decodes it as `decodeList` does.
 * Resolves to one sentence about a file that cannot be a table. Lets other work run in between.
 */
export async function parseTable(
  file: Uint8Array,
  { encoding: wanted, header }: TableOptions = {},
): Promise<Parsed<Table>> {
  const decoded = decodeList(file, wanted);
  if (!decoded.ok) return decoded;
  const { encoding } = decoded.value;
  if (decoded.value.text.includes("\0"))
    return refuse("The file is not a text; save the list as CSV.");
  const named = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(decoded.value.text);
  const text = named ? decoded.value.text.slice(named[0].length) : decoded.value.text;
  const separator = named?.[1] ?? findSeparator(text);
  const timeBox = createTimeBox();
  const rows: string[][] = [];
  const lines: number[] = [];
  let widest = 0;
  let wideLine: number | undefined;
  for (const record of splitRecords(text, separator, named ? 2 : 1)) {
    if (record === "unclosed")
      return refuse("A quotation mark is not closed; check the file where it opens.");
    const { line, cells } = record;
    if (cells.length > maxCells)
      return refuse(`Line ${line} has more than ${maxCells} cells; remove some columns.`);
    if (cells.some((cell) => cell.trim() !== "")) {
      widest = Math.max(widest, cells.length);
      if (cells.slice(rows[0]?.length ?? cells.length).some(Boolean)) wideLine ??= line;
      rows.push(cells);
      lines.push(line);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  if (rows.length === 0) return refuse("The list is empty; it needs a line for each guest.");
  const hasHeader = header ?? guessHeader(rows);
  const columns = hasHeader ? rows[0]!.map((cell) => cell.trim()) : numberColumns(widest);
  if (hasHeader) {
    const twice = findTwice(columns);
    if (twice) return refuse(`Two columns are called “${twice}”; give one another name.`);
    rows.shift();
    lines.shift();
  }
  if (rows.length === 0) return refuse("The list has no rows below the names of its columns.");
  if (hasHeader && wideLine !== undefined)
    return refuse(
      `Line ${wideLine} has more cells than there are columns; quote a cell that contains ${separator === "\t" ? "a tab" : `“${separator}”`}.`,
    );
  return { ok: true, value: { columns, rows, lines, hasHeader, separator, encoding } };
}

function numberColumns(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Column ${index + 1}`);
}

/** Returns the first name that an earlier column has too; columns without a name do not count. */
function findTwice(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return columns.find((column) => column !== "" && seen.size === seen.add(column).size);
}

function findSeparator(text: string): string {
  const counts = new Map([",", ";", "\t"].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (let at = text.length - text.trimStart().length; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted) {
      const count = counts.get(character);
      if (count !== undefined) counts.set(character, count + 1);
    }
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

type CsvRecord = { line: number; cells: string[] };

/**
 * Yields the records of a text, and at last "unclosed" if a quotation mark is not closed. Ends
 * after the first record with too many cells.
 */
function* splitRecords(
  text: string,
  separator: string,
  firstLine: number,
): Generator<CsvRecord | "unclosed"> {
  let record: CsvRecord = { line: firstLine, cells: [] };
  let line = firstLine;
  let at = 0;
  while (at <= text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at);
        if (end < 0) {
          yield "unclosed";
          return;
        }
        cell += text.slice(at, end);
        at = end;
        if (text[end + 1] !== '"') break;
        cell += '"';
      }
      at += 1;
      line += cell.split("\n").length - 1;
    }
    const rest = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r")
      at += 1;
    record.cells.push(cell + text.slice(rest, at));
    const isTooLong = record.cells.length > maxCells;
    if (text[at] === separator && !isTooLong) {
      at += 1;
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    yield record;
    if (isTooLong) return;
    record = { line, cells: [] };
  }
}
