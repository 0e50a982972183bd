import { fromCsvCell } from "@scanhook/csv/line";
import { type Parsed, refuse } from "../parsed.ts";
import { say } from "../texts/exact-message.ts";
import { findDateOrder, readCareCells } from "./import-care.ts";
import { fromFieldColumn, type ImportColumns, isExport, listUsed } from "./import-columns.ts";
import { findDecimalSigns, readStockCells } from "./import-stock.ts";
import { readUid, textKey } from "./keys.ts";
import { findMailColumn, readMailKeys } from "./mail-keys.ts";
import { mergeRows } from "./merge-rows.ts";
import { readTypedProduct } from "./product-keys.ts";
import type { ReadRow } from "./read-row.ts";
import { isOfPeople, type KindName } from "./register.ts";
import type { KeyRules } from "./rules.ts";
import { showKey } from "./shown-key.ts";
import type { Table } from "./table.ts";
import { createTimeBox } from "./time-box.ts";

/** The maximum length of the label of an entry, in UTF-16 code units. */
export const maxLabelLength = 200;
const maxFields = 30;
const maxShownProblems = 5;

/** How to read the rows of a list. */
export type RowOptions = {
  /** Allows rows without a code. In lists of things, they are always allowed. */
  codesMayLack?: boolean;
  /** The kind of the register, `check-in` unless given. */
  kind?: KindName;
};

/**
 * Reads the rows of a table for an import. If some lines cannot be imported, resolves to one
 * sentence about the first five problems. Lets other work run in between. In a stock, lines with
 * the same code, or without a code and with the same label, are one row if they say how much is
 * where. In a list of leads, mail addresses are keys, too (`readMailKeys`).
 */
export async function readRows(
  { columns, rows, lines }: Table,
  wanted: ImportColumns,
  rules: KeyRules,
  { codesMayLack = wanted.key === undefined, kind = "check-in" }: RowOptions = {},
): Promise<Parsed<ReadRow[]>> {
  const missing = listUsed(wanted).find((column) => !columns.includes(column));
  if (missing !== undefined)
    return refuse(say("list-lacks-column", { name: missing, columns: columns.join(", ") }));
  const mailColumn = findMailColumn({ columns, rows }, kind);
  const fieldColumns = findFields({ columns, rows }, wanted, { kind, mailColumn });
  if (fieldColumns.length > maxFields)
    return refuse(say("list-too-many-fields", { max: `${maxFields}` }));
  const isStock = kind === "stock";
  const isOfThings = !isOfPeople(kind);
  const isExported = isExport(columns, kind);
  const mayRepeat = isStock && (wanted.quantity ?? wanted.place) !== undefined;
  const used = listUsed(wanted);
  const mayBreak = new Set(
    fieldColumns.map(({ column }) => column).filter((column) => !used.includes(column)),
  );
  // A scanned code may have control characters, and the list of recalled lots has line breaks.
  const unchecked = new Set(
    isOfThings || (kind === "leads" && isExported)
      ? [
          wanted.key,
          ...(wanted.moreKeys ?? []),
          wanted.recalled,
          ...(isExported ? ["keys", wanted.holder] : []),
        ]
      : [],
  );
  const decimalSigns = await findDecimalSigns({ columns, rows }, isStock ? wanted : {});
  const order = await findDateOrder({ columns, rows }, wanted.due);
  const mailKeys = await readMailKeys({ columns, rows }, mailColumn, rules);
  const lineOfKey = new Map<string, number>();
  const problems: string[] = [];
  const importRows: ReadRow[] = [];
  const indexOfColumn = new Map(columns.map((column, index) => [column, index]));
  const timeBox = createTimeBox();
  for (const [index, cells] of rows.entries()) {
    const line = lines[index]!;
    const here = { line: `${line}` };
    const get = (column: string | undefined) =>
      column === undefined ? "" : (cells[indexOfColumn.get(column) ?? -1] ?? "").trim();
    const read = (column: string | undefined) => fromCsvCell(get(column)).trim();
    const label = [wanted.label, wanted.lastName].map(read).filter(Boolean).join(" ");
    const group = read(wanted.group);
    const attention = read(wanted.attention);
    const codes = isOfThings ? splitProducts(read(wanted.key)) : [get(wanted.key)];
    const more = (wanted.moreKeys ?? []).flatMap((column) => splitProducts(read(column)));
    const textKeys = [...codes, ...more].map((code) => textKey(code, rules));
    const uid = readUid(get(wanted.uid));
    const mailKey = mailKeys.get(index);
    const keys = [...new Set([...textKeys, mailKey, uid].filter((each) => each !== undefined))];
    if ((textKeys[0] ?? mailKey) === undefined && !codesMayLack && !isOfThings)
      problems.push(say("row-lacks", { ...here, column: `${wanted.key}` }));
    if (label === "") problems.push(say("row-lacks", { ...here, column: wanted.label }));
    if (isOfThings && label.length > maxLabelLength)
      problems.push(say("row-name-too-long", { ...here, max: `${maxLabelLength}` }));
    if (get(wanted.uid) !== "" && uid === undefined)
      problems.push(say("row-lacks-uid", { ...here, column: `${wanted.uid}` }));
    const unfit = cells.findIndex((cell, at) => {
      if (unchecked.has(columns[at])) return isTooLong(cell);
      return isUnfit(mayBreak.has(columns[at] ?? "") ? cell.replace(/\r?\n/g, " ") : cell);
    });
    if (unfit >= 0)
      problems.push(
        say("row-cell-unfit", { ...here, column: columns[unfit] || `column ${unfit + 1}` }),
      );
    const rounded = isOfThings && [...codes, ...more].find(isRounded);
    if (rounded) problems.push(say("row-code-rounded", { ...here, code: rounded }));
    for (const each of mayRepeat ? [] : keys) {
      const earlier = lineOfKey.get(each);
      if (earlier === undefined) lineOfKey.set(each, line);
      else
        problems.push(say("rows-same-code", { ...here, first: `${earlier}`, code: showKey(each) }));
    }
    const fields = fieldColumns.flatMap(({ column, field }) =>
      get(column) === "" ? [] : [[field, read(column).replaceAll("\r\n", "\n")]],
    );
    const row: ReadRow = { line, keys, label, fields: Object.fromEntries(fields) };
    if (get(wanted.blocked) === "true") row.blocked = true;
    if (group !== "") row.group = group;
    if (attention !== "") row.attention = attention;
    if (isOfThings) {
      const ofKind = isStock
        ? readStockCells(read, wanted, { line, label, decimalSigns })
        : readCareCells(read, wanted, { kind, order });
      problems.push(...ofKind.problems.map((problem) => say("row", { ...here, problem })));
      Object.assign(row, ofKind.content);
    }
    importRows.push(row);
    if (timeBox.isOver()) await timeBox.next();
  }
  const merged = mayRepeat ? await mergeRows(importRows) : { rows: importRows, problems: [] };
  problems.push(...merged.problems);
  return problems.length === 0 ? { ok: true, value: merged.rows } : refuse(nothing(problems));
}

/** Returns one sentence about the first problems that prevent an import. */
export function nothing(problems: readonly string[]): string {
  const more = problems.length - maxShownProblems;
  const shown = problems.slice(0, maxShownProblems).join("; ");
  return more > 0
    ? say("list-refused-and-more", { problems: shown, more: `${more}` })
    : say("list-refused", { problems: shown });
}

/** Returns the codes in a cell: several if it has a list of numbers of products. */
function splitProducts(cell: string): string[] {
  const parts = cell.split(/[,;\s]+/).filter((part) => part !== "");
  const areProducts = parts.length > 1 && parts.every((part) => readTypedProduct(part));
  return areProducts ? parts : [cell];
}

/** Tells whether a code is a long number that a spreadsheet has rounded, such as `4.00638E+12`. */
function isRounded(code: string): boolean {
  return /^\d[.,]\d+E\+\d+$/i.test(code);
}

/**
 * Returns the columns that become fields. In an exported list, the columns about presence, stock or
 * care do not. If a list of things has too many, as those of other programs do, the columns that
 * have the same in every row do not either. The column of mail addresses is a field even if it is
 * used.
 */
function findFields(
  { columns, rows }: Pick<Table, "columns" | "rows">,
  wanted: ImportColumns,
  { kind, mailColumn }: { kind: KindName; mailColumn: string | undefined },
): { column: string; field: string }[] {
  const used = listUsed(wanted).filter((column) => column !== mailColumn);
  const isExported = isExport(columns, kind);
  const found = columns.flatMap((column) => {
    if (column === "" || used.includes(column)) return [];
    const name = fromCsvCell(column);
    const field = isExported ? fromFieldColumn(name, kind) : name;
    return field === undefined ? [] : [{ column, field }];
  });
  if (isOfPeople(kind) || found.length <= maxFields) return found;
  return found.filter(({ column }) => {
    const index = columns.indexOf(column);
    return rows.some((row) => (row[index] ?? "") !== (rows[0]![index] ?? ""));
  });
}

/**
 * Returns whether a text is too long, or has control characters or those that change its direction,
 * which could make one name look like another.
 */
export function isUnfit(cell: string): boolean {
  return isTooLong(cell) || /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(cell.trim());
}

function isTooLong(cell: string): boolean {
  return cell.length > maxLabelLength * 10;
}
