import { createTimeBox } from "./time-box.ts";

/** A table as a person wrote it. `lines` are the line numbers on which the rows begin, counted from 1. */
export type Table = {
  columns: string[];
  rows: string[][];
  lines: number[];
  separator: "," | ";" | "\t";
  encoding: "UTF-8" | "UTF-16" | "Windows-1252";
};

/** The most cells of a line, as many as a line of a spreadsheet has. */
const maxCells = 16_384;

/** A value, or one sentence about what is wrong. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/**
 * Parses CSV as RFC 4180 describes it, with commas, semicolons or tabs, whichever the first line has most of. A byte order mark
 * names the encoding; bytes that are not UTF-8 are taken for Windows-1252, as spreadsheets in the West write it. The first
 * line names the columns. Resolves to one sentence about a file that cannot be a table. Lets other work run in between.
 */
export async function parseTable(file: Uint8Array): Promise<Parsed<Table>> {
  const { text, encoding } = decode(file);
  if (text.includes("\0")) return refuse("The file is not a text; save the list as CSV.");
  const separator = findSeparator(text);
  const timeBox = createTimeBox();
  let columns: string[] | undefined;
  const rows: string[][] = [];
  const lines: number[] = [];
  for (const record of splitRecords(text, separator)) {
    if (record === "unclosed")
      return refuse("A quotation mark is not closed; check the file where it opens.");
    const { line, cells } = record;
    if (cells.length > maxCells)
      return refuse(`Line ${line} has more than ${maxCells} cells; remove some columns.`);
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (!columns) {
      columns = cells.map((cell) => cell.trim());
      const twice = findTwice(columns);
      if (twice) return refuse(`Two columns are called “${twice}”; give one another name.`);
    } else if (cells.length > columns.length && cells.slice(columns.length).some(Boolean)) {
      return refuse(
        `Line ${line} has more cells than there are columns; quote a cell that contains ${separator === "\t" ? "a tab" : `“${separator}”`}.`,
      );
    } else {
      rows.push(cells);
      lines.push(line);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  if (!columns) return refuse("The file is empty; its first line names the columns.");
  if (rows.length === 0) return refuse("The file has no rows below the names of its columns.");
  return { ok: true, value: { columns, rows, lines, separator, encoding } };
}

/** Returns the first name that an earlier column has too; columns without a name do not count. */
function findTwice(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return columns.find((column) => column !== "" && seen.size === seen.add(column).size);
}

function decode(file: Uint8Array): Pick<Table, "encoding"> & { text: string } {
  if (file[0] === 0xff && file[1] === 0xfe)
    return { text: new TextDecoder("utf-16le").decode(file), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(file), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(file), encoding: "Windows-1252" };
  }
}

function findSeparator(text: string): Table["separator"] {
  const firstLine = (/^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text.trimStart())?.[0] ?? "").replace(
    /"(?:[^"]|"")*"/g,
    "",
  );
  const count = (separator: string) => firstLine.split(separator).length;
  return ([",", ";", "\t"] as const).reduce((best, each) =>
    count(each) > count(best) ? each : best,
  );
}

type CsvRecord = { line: number; cells: string[] };

/**
 * Yields the records of a text, and at last "unclosed" if a quotation mark is not closed. Ends
 * after the first record with too many cells.
 */
function* splitRecords(text: string, separator: string): Generator<CsvRecord | "unclosed"> {
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
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

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
