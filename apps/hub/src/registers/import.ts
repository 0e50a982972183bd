import { textKey, uidKey } from "./keys.ts";
import type { CheckInRules } from "./register.ts";

/** A table as a person wrote it. `lines` are the line numbers on which the rows begin, counted from 1. */
export type Table = {
  columns: string[];
  rows: string[][];
  lines: number[];
  separator: "," | ";" | "\t";
  encoding: "UTF-8" | "UTF-16" | "Windows-1252";
};

/** The names of the columns that an import uses. All others become fields. */
export type ImportColumns = {
  key: string;
  label: string;
  group?: string;
  attention?: string;
  /** A second key: the UID of a tag, in hexadecimal. */
  uid?: string;
};

/** A row to import, with the line on which it begins. Keys are those of `keys.ts`. */
export type ReadRow = {
  line: number;
  keys: string[];
  label: string;
  group?: string;
  attention?: string;
  fields: Record<string, string>;
};

type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

const maxLabelLength = 200;
const maxFields = 30;
const shownProblems = 5;

/**
 * Parses CSV as RFC 4180 describes it, with commas, semicolons or tabs, whichever the first line has most of. A byte order mark
 * names the encoding; bytes that are not UTF-8 are taken for Windows-1252, as spreadsheets in the West write it. The first
 * line names the columns. Returns one sentence about a file that cannot be a table.
 */
export function parseTable(bytes: Uint8Array): Parsed<Table> {
  const { text, encoding } = decode(bytes);
  if (text.includes("\0")) return refuse("The file is not a text; save the list as CSV.");
  const separator = findSeparator(text);
  const records = splitRecords(text, separator);
  if (!records) return refuse("A quotation mark is not closed; check the file where it opens.");
  const [header, ...body] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (!header) return refuse("The file is empty; its first line names the columns.");
  const columns = header.cells.map((cell) => cell.trim());
  const twice = columns.find((column, index) => columns.indexOf(column) !== index);
  if (twice) return refuse(`Two columns are called “${twice}”; give one another name.`);
  if (body.length === 0) return refuse("The file has no rows below the names of its columns.");
  const longer = body.find(({ cells }) => cells.slice(columns.length).some((cell) => cell !== ""));
  if (longer)
    return refuse(
      `Line ${longer.line} has more cells than there are columns; quote a cell that contains ${separator === "\t" ? "a tab" : `“${separator}”`}.`,
    );
  return {
    ok: true,
    value: {
      columns,
      rows: body.map(({ cells }) => cells),
      lines: body.map(({ line }) => line),
      separator,
      encoding,
    },
  };
}

/** Reads the rows of a table for an import. Returns one sentence about the first lines that cannot be imported. */
export function readRows(
  { columns, rows, lines }: Table,
  wanted: ImportColumns,
  { keys: rules }: CheckInRules,
): Parsed<ReadRow[]> {
  const used = Object.values(wanted);
  const missing = used.find((column) => !columns.includes(column));
  if (missing !== undefined)
    return refuse(`There is no column “${missing}”; there are ${columns.join(", ")}.`);
  const others = columns.filter((column) => column !== "" && !used.includes(column));
  if (others.length > maxFields)
    return refuse(`More than ${maxFields} columns are left as fields; remove some from the file.`);
  const lineOfKey = new Map<string, number>();
  const problems: string[] = [];
  const read = rows.map((cells, index): ReadRow => {
    const line = lines[index]!;
    const get = (column: string | undefined) =>
      column === undefined ? "" : (cells[columns.indexOf(column)] ?? "").trim();
    const [label, group, attention] = [wanted.label, wanted.group, wanted.attention].map(get);
    const key = textKey(get(wanted.key), rules);
    const uid = readUid(get(wanted.uid));
    const keys = [key, uid].filter((one) => one !== undefined);
    if (key === undefined) problems.push(`line ${line} has no ${wanted.key}`);
    if (label === "") problems.push(`line ${line} has no ${wanted.label}`);
    if (get(wanted.uid) !== "" && uid === undefined)
      problems.push(`line ${line} has no UID that stays the same in ${wanted.uid}`);
    if (cells.some(isUnfit))
      problems.push(`line ${line} has a cell that is too long or has control characters`);
    for (const one of keys) {
      const earlier = lineOfKey.get(one);
      if (earlier === undefined) lineOfKey.set(one, line);
      else problems.push(`lines ${earlier} and ${line} have the same code ${one.slice(2)}`);
    }
    const fields = others.flatMap((column) => (get(column) === "" ? [] : [[column, get(column)]]));
    return {
      line,
      keys,
      label: label!,
      ...(group !== "" && { group: group! }),
      ...(attention !== "" && { attention: attention! }),
      fields: Object.fromEntries(fields),
    };
  });
  if (problems.length === 0) return { ok: true, value: read };
  const more = problems.length - shownProblems;
  const shown = problems.slice(0, shownProblems).join("; ");
  return refuse(`Nothing was imported: ${shown}${more > 0 ? `; and ${more} more` : ""}.`);
}

function decode(bytes: Uint8Array): Pick<Table, "encoding"> & { text: string } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
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

/** Returns undefined if a quotation mark is not closed. */
function splitRecords(text: string, separator: string): CsvRecord[] | undefined {
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  while (at <= text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at);
        if (end < 0) return undefined;
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
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    records.push(record);
    record = { line, cells: [] };
  }
  return records;
}

function readUid(text: string): string | undefined {
  const digits = text.replace(/[:\- ]/g, "").toUpperCase();
  if (!/^(?:[0-9A-F]{2}){4,16}$/.test(digits)) return undefined;
  return uidKey(digits.match(/../g)!.join(":"));
}

/** Also the characters that change the direction of a text, which could make one name look like another. */
function isUnfit(cell: string): boolean {
  return (
    cell.length > maxLabelLength * 10 || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(cell.trim())
  );
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
