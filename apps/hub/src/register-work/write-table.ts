import { byteOrderMark, type ExactCell, fromCsvCell, toCsvLine } from "@scanhook/csv/line";
import { formatIsoDay, parseDay } from "../registers/interval.ts";
import { formatListDate, parseListDate } from "../registers/list-date.ts";
import { writeXlsx, type XlsxCell, type XlsxColumn } from "../spreadsheets/write-xlsx.ts";

/** The formats of the files that registers are exported to. */
export const listFormats = ["csv", "xlsx", "jsonl"] as const;
export type ListFormat = (typeof listFormats)[number];

/**
 * A cell of an exported table: a text, which never runs as a formula, a number, a time in ISO 8601,
 * or the time when something is due, in milliseconds since 1970, which is a day if it ends one.
 */
export type ListCell = string | ExactCell | number | { time: string } | { due: number } | undefined;

/**
 * Yields a table, whose rows come page by page, as CSV or as an XLSX file with one sheet. Both are
 * read back by an import as the same cells.
 */
export async function* writeTable(
  format: "csv" | "xlsx",
  columns: readonly XlsxColumn[],
  pages: AsyncIterable<readonly (readonly ListCell[])[]>,
  { sheet }: { sheet: string },
): AsyncGenerator<string | Uint8Array> {
  if (format === "xlsx") {
    const marked = columns.map((column) => ({ ...column, name: toMarked(column.name) }));
    yield* writeXlsx(marked, listXlsxRows(pages), { sheet });
    return;
  }
  yield `${byteOrderMark}${toCsvLine(columns.map(({ name }) => name))}`;
  for await (const page of pages) yield page.map((row) => toCsvLine(row.map(toCsvCell))).join("");
}

async function* listXlsxRows(
  pages: AsyncIterable<readonly (readonly ListCell[])[]>,
): AsyncGenerator<XlsxCell[]> {
  for await (const page of pages) for (const row of page) yield row.map(toXlsxCell);
}

/** Returns the cell of CSV. A negative number is no formula. */
function toCsvCell(cell: ListCell): string | ExactCell {
  if (cell === undefined) return "";
  if (typeof cell === "number") return { exact: String(cell) };
  if (typeof cell === "string" || "exact" in cell) return cell;
  return "time" in cell ? cell.time : formatListDate(cell.due);
}

function toXlsxCell(cell: ListCell): XlsxCell {
  if (cell === undefined || typeof cell === "number") return cell;
  if (typeof cell === "string") return toMarked(cell);
  if ("exact" in cell) return cell.exact;
  return "time" in cell ? new Date(cell.time) : toDueCell(cell.due);
}

/**
 * Returns a text as it stands in XLSX, where no text is a formula. Only one that an import would
 * take for marked gets a mark.
 */
function toMarked(text: string): string {
  return fromCsvCell(text) === text ? text : `'${text}`;
}

/** Returns a day as such, and another time as a text that an import reads as the same time. */
function toDueCell(due: number): XlsxCell {
  const day = formatIsoDay(due);
  if (parseDay(day) === due) return new Date(`${day}T00:00:00`);
  const local = `${day} ${new Date(due).toTimeString().slice(0, 8)}`;
  return parseListDate(local) === due ? local : formatListDate(due);
}
