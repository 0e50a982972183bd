import { type CellContext, type RawCell, toCellText } from "./cell-text.ts";
import {
  createTextCollector,
  maxCellLength,
  maxTextSize,
  tooMuchText,
  withLimit,
} from "./shared-strings.ts";
import { damaged } from "./unreadable.ts";
import { createXmlReader, type XmlHandlers } from "./xml-reader.ts";
import type { ZipParts } from "./zip-parts.ts";

/** A row of a sheet with its number, counted from 1, up to its last cell that is not empty. */
export type SheetRow = { line: number; cells: string[] };

/** The cells of a sheet that hold no value, such as `F12 (#N/A)`: how many, and the first. */
export type CellErrors = { count: number; first: string[] };

/** The numbers of rows and columns that a sheet has at most. */
const maxRows = 1_048_576;
const maxColumns = 16_384;
const maxShownErrors = 5;

/**
 * Yields the rows of a sheet that are not empty, some at a time, and adds its errors to `errors`.
 * Throws `Unreadable` if the sheet is damaged or holds too much.
 */
export async function* readSheet(
  zip: ZipParts,
  path: string,
  context: CellContext,
  errors: CellErrors,
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let size = 0;
  const handlers = createRowHandlers(context, errors, (row) => {
    size += row.cells.reduce((sum, { length }) => sum + length + 8, 0);
    if (size > maxTextSize) throw tooMuchText();
    if (row.cells.length > 0) rows.push(row);
  });
  const reader = createXmlReader(withLimit(handlers));
  for await (const piece of zip.read(path)) {
    reader.write(piece);
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
  reader.end();
}

/** Creates the handlers that collect the cells of each row (ECMA-376, part 1, 18.3.1.73). */
function createRowHandlers(
  context: CellContext,
  errors: CellErrors,
  add: (row: SheetRow) => void,
): XmlHandlers {
  const inline = createTextCollector();
  let row: SheetRow = { line: 0, cells: [] };
  let column = 0;
  let cell: RawCell | undefined;
  let isValue = false;
  let isInline = false;

  function closeCell(raw: RawCell): void {
    const { text, error } = toCellText(raw, context);
    if (error !== undefined) {
      errors.count += 1;
      if (errors.first.length < maxShownErrors)
        errors.first.push(`${toLetters(column)}${row.line} (${error})`);
    }
    if (text === "") return;
    while (row.cells.length < column) row.cells.push("");
    row.cells[column] = text;
  }

  return {
    open(name, { r, t = "n", s }) {
      if (name === "row") {
        row = { line: r === undefined ? row.line + 1 : Number(r), cells: [] };
        column = -1;
        if (!(row.line >= 1 && row.line <= maxRows)) throw damaged();
      } else if (name === "c") {
        column = r === undefined ? column + 1 : toColumn(r);
        if (!(column >= 0 && column < maxColumns)) throw damaged();
        cell = { type: t, style: s, value: undefined, inline: "", isFormula: false };
      } else if (name === "is") {
        isInline = true;
        inline.begin();
      } else if (cell && name === "f") cell.isFormula = true;
      else if (cell && name === "v") isValue = true;
      else if (isInline) inline.open(name);
    },
    text(piece) {
      if (isInline) inline.add(piece);
      else if (isValue && cell) cell.value = ((cell.value ?? "") + piece).slice(0, maxCellLength);
    },
    close(name) {
      if (name === "v") isValue = false;
      else if (name === "is") {
        isInline = false;
        if (cell) cell.inline = inline.end();
      } else if (isInline) inline.close(name);
      else if (name === "c" && cell) {
        closeCell(cell);
        cell = undefined;
      } else if (name === "row") add(row);
    },
  };
}

/** Returns the number of the column of a cell such as `AB12`, counted from 0; NaN for none. */
function toColumn(address: string): number {
  const [, letters] = /^([A-Z]{1,3})\d*$/.exec(address) ?? [];
  if (letters === undefined) return Number.NaN;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function toLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : toLetters(Math.floor(column / 26) - 1) + last;
}
