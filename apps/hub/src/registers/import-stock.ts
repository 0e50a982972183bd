import { fromCsvCell } from "@scanhook/csv/line";
import { say } from "../texts/exact-message.ts";
import type { StockColumns } from "./import-columns.ts";
import {
  agreeOn,
  type DecimalSign,
  isPieces,
  parseListQuantity,
  readDecimalSign,
} from "./list-quantity.ts";
import { listRoleWords, readRole } from "./list-roles.ts";
import type { PlacedQuantity } from "./read-row.ts";
import type { EntryContent } from "./register.ts";
import type { Table } from "./table.ts";
import { createTimeBox } from "./time-box.ts";

type StockContent = Pick<EntryContent, "role" | "unit" | "minimum" | "amount" | "recalled"> & {
  at?: PlacedQuantity[];
};

const maxUnitLength = 20;
const maxLotLength = 100;
/** The maximum number of recalled lots of an entry. */
export const maxLots = 1000;

/**
 * Resolves to the decimal signs of the columns of quantities that show one. Lets other work run in
 * between.
 */
export async function findDecimalSigns(
  { columns, rows }: Pick<Table, "columns" | "rows">,
  { quantity, minimum, amount }: StockColumns,
): Promise<ReadonlyMap<string, DecimalSign>> {
  const found = new Map<string, DecimalSign>();
  const timeBox = createTimeBox();
  for (const column of [quantity, minimum, amount]) {
    if (column === undefined) continue;
    const index = columns.indexOf(column);
    const shown = new Set<DecimalSign | undefined>();
    for (const row of rows) {
      shown.add(readDecimalSign(fromCsvCell((row[index] ?? "").trim())));
      if (timeBox.isOver()) await timeBox.next();
    }
    const sign = agreeOn(shown);
    if (sign) found.set(column, sign);
  }
  return found;
}

/**
 * Reads the cells of a line that only a list of a stock has. `problems` are ends of sentences that
 * begin with the line. `read` returns the cell of a column, empty without one. `decimalSigns` are
 * those of `findDecimalSigns`.
 */
export function readStockCells(
  read: (column: string | undefined) => string,
  wanted: StockColumns,
  {
    line,
    label,
    decimalSigns,
  }: { line: number; label: string; decimalSigns: ReadonlyMap<string, DecimalSign> },
): { content: StockContent; problems: string[] } {
  const problems: string[] = [];
  const word = read(wanted.role);
  const known = readRole(word);
  if (known === undefined)
    problems.push(
      say("row-role-unknown", { role: word.slice(0, 40), words: listRoleWords("stock") }),
    );
  const role = known === "article" ? undefined : known;
  const unitText = read(wanted.unit);
  const unit = unitText === "" || isPieces(unitText) ? undefined : unitText;
  if (unitText.length > maxUnitLength)
    problems.push(say("row-unit-too-long", { max: `${maxUnitLength}` }));
  const readQuantity = (column: string | undefined, { isSigned = false } = {}) => {
    const text = read(column);
    if (text === "") return undefined;
    const wrong = (problem: string) =>
      problems.push(say("row-wrong-value", { column: `${column}`, problem }));
    const quantity = parseListQuantity(text, unitText, decimalSigns.get(column ?? ""));
    if (typeof quantity === "string") wrong(quantity);
    else if (quantity >= 0 || isSigned) return quantity;
    else wrong(say("value-below-zero", { text }));
    return undefined;
  };
  const minimum = readQuantity(wanted.minimum);
  const number = readQuantity(wanted.amount);
  const amount = role === "number" ? (number ?? readNumber(label)) : undefined;
  if (role === "number" && !amount) problems.push(say("row-number-without-amount"));
  const recalled = splitLots(read(wanted.recalled));
  if (recalled.length > maxLots || recalled.some((lot) => lot.length > maxLotLength))
    problems.push(say("row-recalled-lots", { max: `${maxLots}` }));
  const place = read(wanted.place);
  const isOneEach = wanted.quantity === undefined && place !== "";
  const counted = isOneEach ? 1000 : readQuantity(wanted.quantity, { isSigned: true });
  if (role !== undefined && counted) problems.push(say(`row-${role}-has-quantity`));
  const content: StockContent = { role, unit, minimum, amount };
  content.recalled = recalled.length > 0 ? recalled : undefined;
  if (role === undefined && counted !== undefined)
    content.at = [{ line, place, quantity: counted, lines: 1 }];
  return { content, problems };
}

/** Returns the label or code of a place as a list is compared by it: without case. */
export function toPlaceKey(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}

function readNumber(label: string): number | undefined {
  const number = parseListQuantity(label);
  return typeof number === "number" && number > 0 ? number : undefined;
}

/** Splits a cell at its line breaks and semicolons, but not at `\;`. */
function splitLots(cell: string): string[] {
  const lots = cell.split(/[\r\n]+|(?<!\\);/).map((lot) => lot.replaceAll("\\;", ";").trim());
  return [...new Set(lots.filter((lot) => lot !== ""))];
}

/** Writes recalled lots into one cell, from which an import reads them back. */
export function joinLots(lots: readonly string[]): string {
  return lots.map((lot) => lot.replaceAll(";", "\\;")).join(";");
}
