import { decodeList, type ListEncoding } from "@scanhook/csv/encoding";
import { readRecords } from "@scanhook/csv/records";
import { type Parsed, refuse } from "../parsed.ts";
import { say } from "../texts/exact-message.ts";
import { guessHeader } from "./guess-header.ts";
import type { KindName } from "./register.ts";
import { createTimeBox } from "./time-box.ts";

/**
 * A parsed table. `lines` has for each row the number of the line on which it begins, counted from
 * 1. In a table without a header, the columns are called `Column 1` and so on.
 */
export type Table = {
  columns: string[];
  rows: string[][];
  lines: number[];
  hasHeader: boolean;
  /** The separator of the cells of a text; empty for a workbook. */
  separator: string;
  encoding: ListEncoding;
  /** Only of a table in a workbook. */
  workbook?: TableInWorkbook | undefined;
};

/** Where in a workbook a table is. */
export type TableInWorkbook = {
  /** The name of the sheet that was read. */
  sheet: string;
  /** The names of the visible sheets. */
  sheets: string[];
  /** How many cells are empty because they hold errors of formulas. */
  errors: number;
  /** The first of them and what is wrong, such as `F12 (#N/A)`. */
  errorCells: string[];
};

/** How to read a list. The value of a missing option is guessed. */
export type TableOptions = {
  encoding?: ListEncoding | undefined;
  header?: boolean | undefined;
  /** The name of the sheet in a workbook; without it, the first visible one that holds anything. */
  sheet?: string | undefined;
  /** The kind of the register that the list is for, `check-in` unless given. */
  kind?: KindName | undefined;
};

/** The words for an entry of a list of each kind. */
export const entryNouns = {
  "check-in": "guest",
  stock: "article",
  loans: "thing",
  inspection: "thing",
  leads: "lead",
} as const satisfies Record<KindName, string>;

/** The maximum number of cells in a line, which is that of a spreadsheet. */
const maxCells = 16_384;

/**
 * Parses CSV (RFC 4180). The separator is the one that the line `sep=` of Excel names, else the
 * most frequent of comma, semicolon and tab in the first line. The file is decoded by `decodeList`.
 * Resolves to one sentence if the file cannot be read as a table. Lets other work run in between.
 */
export async function parseTable(
  file: Uint8Array,
  { encoding: wanted, header, kind }: Omit<TableOptions, "sheet"> = {},
): Promise<Parsed<Table>> {
  const decoded = decodeList(file, wanted);
  if (!decoded)
    return refuse(
      wanted === undefined
        ? say("list-encoding-unknown")
        : say("list-encoding", { encoding: wanted }),
    );
  const { encoding } = decoded;
  if (decoded.text.includes("\0")) return refuse(say("list-no-text"));
  if (/^\s*BEGIN:VCARD\s/i.test(decoded.text)) return refuse(say("list-of-vcards"));
  const separatorLine = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i.exec(decoded.text);
  const text = decoded.text.slice(separatorLine?.[0].length ?? 0);
  const separator = separatorLine?.[1] ?? findSeparator(text);
  const timeBox = createTimeBox();
  const rows: string[][] = [];
  const lines: number[] = [];
  const firstLine = separatorLine ? 2 : 1;
  for (const { line, cells, fault } of readRecords(text, { separator, firstLine, maxCells })) {
    if (fault === "unclosed") return refuse(say("list-quote-open"));
    if (cells.length > maxCells)
      return refuse(say("list-line-cells", { line: `${line}`, max: `${maxCells}` }));
    rows.push(cells);
    lines.push(line);
    if (timeBox.isOver()) await timeBox.next();
  }
  return toTable({ rows, lines, separator, encoding }, { header, kind });
}

/**
 * Makes a table of rows, of which it leaves out those that are blank. Resolves to one sentence if
 * they are no table. Lets other work run in between.
 */
export async function toTable(
  read: Pick<Table, "rows" | "lines" | "separator" | "encoding" | "workbook">,
  { header, kind = "check-in" }: Pick<TableOptions, "header" | "kind">,
): Promise<Parsed<Table>> {
  const { separator, workbook } = read;
  const rows: string[][] = [];
  const lines: number[] = [];
  let widest = 0;
  let wideLine: number | undefined;
  const timeBox = createTimeBox();
  for (const [index, cells] of read.rows.entries()) {
    if (timeBox.isOver()) await timeBox.next();
    if (!cells.some((cell) => cell.trim() !== "")) continue;
    const line = read.lines[index]!;
    widest = Math.max(widest, cells.length);
    if (cells.slice(rows[0]?.length ?? cells.length).some(Boolean)) wideLine ??= line;
    rows.push(cells);
    lines.push(line);
  }
  if (rows.length === 0) return refuse(say(`list-empty-of-${entryNouns[kind]}s`));
  const hasHeader = header ?? guessHeader(rows, kind);
  const columns = hasHeader ? rows[0]!.map((cell) => cell.trim()) : numberColumns(widest);
  if (hasHeader) {
    const duplicate = findDuplicate(columns);
    if (duplicate) return refuse(say("list-columns-same", { name: duplicate }));
    rows.shift();
    lines.shift();
  }
  if (rows.length === 0) return refuse(say("list-without-rows"));
  if (hasHeader && wideLine !== undefined) {
    const line = String(wideLine);
    if (workbook) return refuse(say("list-beside-columns", { line }));
    return refuse(
      separator === "\t"
        ? say("list-quote-tabs", { line })
        : say("list-quote-separators", { line, separator }),
    );
  }
  return { ok: true, value: { ...read, columns, rows, lines, hasHeader } };
}

function numberColumns(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Column ${index + 1}`);
}

/** Returns the first name that an earlier column has too. Ignores columns without a name. */
function findDuplicate(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return columns.find((column) => column !== "" && seen.size === seen.add(column).size);
}

function findSeparator(text: string): string {
  const counts = new Map([",", ";", "\t"].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (let index = text.length - text.trimStart().length; index < text.length; index++) {
    const character = text[index]!;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted) {
      const count = counts.get(character);
      if (count !== undefined) counts.set(character, count + 1);
    }
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
