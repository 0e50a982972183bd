import { fromCsvCell } from "@scanhook/csv/line";
import { type Parsed, refuse } from "../parsed.ts";
import { fromFieldColumn, type ImportColumns, isExport } from "./import-columns.ts";
import { readUid, textKey } from "./keys.ts";
import type { CheckInRules } from "./register.ts";
import { showKey } from "./shown-key.ts";
import type { Table } from "./table.ts";
import { createTimeBox } from "./time-box.ts";

/**
 * A row to import. `line` is the line of the file on which it begins, counted from 1. `keys` have
 * the form of `keys.ts`, and are empty for a row without a code, where that is allowed.
 */
export type ReadRow = {
  line: number;
  keys: string[];
  label: string;
  group?: string;
  attention?: string;
  blocked?: boolean;
  fields: Record<string, string>;
};

/** The maximum length of the label of an entry, in UTF-16 code units. */
export const maxLabelLength = 200;
const maxFields = 30;
const maxShownProblems = 5;

/**
 * Reads the rows of a table for an import. If some lines cannot be imported, resolves to one
 * sentence about the first five problems. Lets other work run in between. `codesMayLack` allows
 * rows without a code.
 */
export async function readRows(
  { columns, rows, lines }: Table,
  wanted: ImportColumns,
  { keys: rules }: CheckInRules,
  { codesMayLack = wanted.key === undefined }: { codesMayLack?: boolean } = {},
): Promise<Parsed<ReadRow[]>> {
  const used = Object.values(wanted).filter((column) => column !== undefined);
  const missing = used.find((column) => !columns.includes(column));
  if (missing !== undefined)
    return refuse(`There is no column “${missing}”; there are ${columns.join(", ")}.`);
  const fieldColumns = findFields(columns, wanted);
  if (fieldColumns.length > maxFields)
    return refuse(`More than ${maxFields} columns are left as fields; remove some from the file.`);
  const lineOfKey = new Map<string, number>();
  const problems: string[] = [];
  const importRows: ReadRow[] = [];
  const indexOfColumn = new Map(columns.map((column, index) => [column, index]));
  const timeBox = createTimeBox();
  for (const [index, cells] of rows.entries()) {
    const line = lines[index]!;
    const get = (column: string | undefined) =>
      column === undefined ? "" : (cells[indexOfColumn.get(column) ?? -1] ?? "").trim();
    const read = (column: string | undefined) => fromCsvCell(get(column)).trim();
    const label = [wanted.label, wanted.lastName].map(read).filter(Boolean).join(" ");
    const group = read(wanted.group);
    const attention = read(wanted.attention);
    const key = textKey(get(wanted.key), rules);
    const uid = readUid(get(wanted.uid));
    const keys = [key, uid].filter((each) => each !== undefined);
    if (key === undefined && !codesMayLack) problems.push(`line ${line} has no ${wanted.key}`);
    if (label === "") problems.push(`line ${line} has no ${wanted.label}`);
    if (get(wanted.uid) !== "" && uid === undefined)
      problems.push(`line ${line} has no UID that stays the same in ${wanted.uid}`);
    if (cells.some(isUnfit))
      problems.push(`line ${line} has a cell that is too long or has control characters`);
    for (const each of keys) {
      const earlier = lineOfKey.get(each);
      if (earlier === undefined) lineOfKey.set(each, line);
      else problems.push(`lines ${earlier} and ${line} have the same code ${showKey(each)}`);
    }
    const fields = fieldColumns.flatMap(({ column, field }) =>
      get(column) === "" ? [] : [[field, read(column)]],
    );
    importRows.push({
      line,
      keys,
      label,
      ...(get(wanted.blocked) === "true" && { blocked: true }),
      ...(group !== "" && { group }),
      ...(attention !== "" && { attention }),
      fields: Object.fromEntries(fields),
    });
    if (timeBox.isOver()) await timeBox.next();
  }
  if (problems.length === 0) return { ok: true, value: importRows };
  const more = problems.length - maxShownProblems;
  const shown = problems.slice(0, maxShownProblems).join("; ");
  return refuse(`Nothing was imported: ${shown}${more > 0 ? `; and ${more} more` : ""}.`);
}

/**
 * Returns the columns that become fields. In an exported list, the columns about presence do not.
 */
function findFields(
  columns: readonly string[],
  wanted: ImportColumns,
): { column: string; field: string }[] {
  const used = Object.values(wanted);
  const isExported = isExport(columns);
  return columns.flatMap((column) => {
    if (column === "" || used.includes(column)) return [];
    const name = fromCsvCell(column);
    const field = isExported ? fromFieldColumn(name) : name;
    return field === undefined ? [] : [{ column, field }];
  });
}

/**
 * Returns whether a text is too long, or has control characters or those that change its direction,
 * which could make one name look like another.
 */
export function isUnfit(cell: string): boolean {
  return (
    cell.length > maxLabelLength * 10 || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(cell.trim())
  );
}
