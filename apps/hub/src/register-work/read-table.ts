import { type Parsed, refuse } from "../parsed.ts";
import { parseTable, type Table, type TableOptions, toTable } from "../registers/table.ts";
import { isWorkbookLike, readXlsx } from "../spreadsheets/read-xlsx.ts";
import { say } from "../texts/exact-message.ts";

/**
 * Reads a list, an XLSX workbook or a text in CSV, as the first bytes of the file tell. Resolves to
 * one sentence if it cannot be read as a table. Lets other work run in between.
 */
export async function readTable(
  file: Uint8Array,
  { sheet, ...options }: TableOptions,
): Promise<Parsed<Table>> {
  if (!isWorkbookLike(file))
    return sheet === undefined ? parseTable(file, options) : refuse(say("only-xlsx-has-sheets"));
  const read = await readXlsx(file, { sheet });
  if (!read.ok) return read;
  const { sheet: name, sheets, errors, rows } = read.value;
  return toTable(
    {
      rows: rows.map(({ cells }) => cells),
      lines: rows.map(({ line }) => line),
      separator: "",
      encoding: "UTF-8",
      workbook: { sheet: name, sheets, errors: errors.count, errorCells: errors.first },
    },
    options,
  );
}
