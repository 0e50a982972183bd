import { say } from "../texts/exact-message.ts";
import { maxLots, toPlaceKey } from "./import-stock.ts";
import { maxQuantity } from "./quantity.ts";
import type { PlacedQuantity, ReadRow } from "./read-row.ts";
import { showKey } from "./shown-key.ts";
import { createTimeBox } from "./time-box.ts";

/** A row with the lines that were merged into it. */
type Merged = {
  row: ReadRow;
  keys: Set<string>;
  at: Map<string, PlacedQuantity>;
  recalled: Set<string>;
  dropped: number[];
};

/**
 * Makes one row of the lines of a list that are about the same article: those that share a code, or
 * have no code and share label and role. Quantities at the same place are added up, codes and
 * recalled lots are joined, and the other columns are those of the first line. `problems` are
 * sentences without a beginning and an end. Lets other work run in between.
 */
export async function mergeRows(
  rows: readonly ReadRow[],
): Promise<{ rows: ReadRow[]; problems: string[] }> {
  const problems: string[] = [];
  const byKey = new Map<string, Merged>();
  const byLabel = new Map<string, Merged>();
  const merged: Merged[] = [];
  const timeBox = createTimeBox();
  for (const row of rows) {
    const name = `${row.role ?? ""} ${row.label}`;
    const found = new Set(row.keys.flatMap((key) => byKey.get(key) ?? []));
    const [first = row.keys.length === 0 ? byLabel.get(name) : undefined, other] = found;
    const target = first ?? startMerged(row);
    const problem = other
      ? say("row-codes-of-lines", {
          line: `${row.line}`,
          first: `${first!.row.line}`,
          second: `${other.row.line}`,
        })
      : first && findDifference(first.row, row);
    if (problem) problems.push(problem);
    else addLine(target, row);
    if (!first) {
      merged.push(target);
      if (row.keys.length === 0) byLabel.set(name, target);
    }
    for (const key of row.keys) byKey.set(key, target);
    if (timeBox.isOver()) await timeBox.next();
  }
  for (const { row, keys, at, recalled, dropped } of merged) {
    row.keys = [...keys];
    if (dropped.length > 0) row.dropped = dropped;
    if (recalled.size > 0) row.recalled = [...recalled];
    if (recalled.size > maxLots)
      problems.push(say("rows-recalled-lots", { line: `${row.line}`, max: `${maxLots}` }));
    if (at.size > 0) row.at = [...at.values()];
    for (const { line, quantity } of at.values())
      if (Math.abs(quantity) > maxQuantity)
        problems.push(say("rows-too-much", { line: `${line}` }));
  }
  return { rows: merged.map(({ row }) => row), problems };
}

function startMerged(row: ReadRow): Merged {
  return { row, keys: new Set(), at: new Map(), recalled: new Set(), dropped: [] };
}

/** Returns why two lines with the same code or name cannot be one row; undefined if they can. */
function findDifference(first: ReadRow, row: ReadRow): string | undefined {
  const lines = { first: `${first.line}`, line: `${row.line}` };
  const code = row.keys.find((key) => first.keys.includes(key));
  const tell = (difference: "" | "-names" | "-units") =>
    code === undefined
      ? say(`rows-share-name${difference}`, { ...lines, name: row.label })
      : say(`rows-share-code${difference}`, { ...lines, code: showKey(code) });
  if (row.role !== undefined || first.role !== undefined) return tell("");
  if (first.label !== row.label) return tell("-names");
  if (first.unit !== row.unit) return tell("-units");
  return undefined;
}

function addLine({ row: first, keys, at, recalled, dropped }: Merged, row: ReadRow): void {
  for (const key of row.keys) keys.add(key);
  for (const lot of row.recalled ?? []) recalled.add(lot);
  if (row !== first && hasOther(first, row)) dropped.push(row.line);
  for (const added of row.at ?? []) {
    const place = toPlaceKey(added.place);
    const same = at.get(place);
    if (same) {
      same.quantity += added.quantity;
      same.lines += added.lines;
    } else at.set(place, added);
  }
}

/** Tells whether a line has something in other columns that the first line has not. */
function hasOther(first: ReadRow, row: ReadRow): boolean {
  const columns = ["group", "attention", "blocked", "minimum"] as const;
  return (
    columns.some((column) => row[column] !== undefined && row[column] !== first[column]) ||
    Object.entries(row.fields).some(([name, value]) => first.fields[name] !== value)
  );
}
