import { fromCsvCell } from "@scanhook/csv/line";
import { readMeanings } from "./column-words.ts";
import { isExport } from "./import-columns.ts";
import { textKey } from "./keys.ts";
import type { KindName } from "./register.ts";
import type { KeyRules } from "./rules.ts";
import type { Table } from "./table.ts";
import { createTimeBox } from "./time-box.ts";

type Cells = Pick<Table, "columns" | "rows">;

/** How many rows of a list are read to find its mail addresses. */
const maxReadRows = 1000;

/**
 * Returns the column whose mail addresses are keys of leads: of an exported list `Email`, of any
 * other the first that is named after mail and has an address, else the first that has nothing
 * else. Returns undefined without such a column, and for every other kind.
 */
export function findMailColumn({ columns, rows }: Cells, kind: KindName): string | undefined {
  if (kind !== "leads") return undefined;
  if (isExport(columns, kind)) return columns.find((name) => name === "Email");
  const addresses = columns.map((name, index) => {
    const cells = rows.slice(0, maxReadRows).flatMap((row) => row[index]?.trim() || []);
    const count = cells.filter((cell) => toMailKey(cell) !== undefined).length;
    return { name, count, isOnly: count === cells.length };
  });
  const found = addresses.filter(({ name, count }) => name !== "" && count > 0);
  const named = found.find(({ name }) => readMeanings(name).includes("mail"));
  return (named ?? found.find(({ isOnly }) => isOnly))?.name;
}

/**
 * Resolves to the keys that rows have by their cell in `column`, by the index of the row. An
 * address that several rows have is that of no single contact, and no key. In an exported list, a
 * row with a code has the key only if its lead has it. Lets other work run in between.
 */
export async function readMailKeys(
  { columns, rows }: Cells,
  column: string | undefined,
  rules: KeyRules,
): Promise<Map<number, string>> {
  if (column === undefined) return new Map();
  const at = columns.indexOf(column);
  const rowOfKey = new Map<string, number | undefined>();
  const isExported = isExport(columns, "leads");
  const timeBox = createTimeBox();
  for (const [index, row] of rows.entries()) {
    const read = (cell: number) => fromCsvCell((row[cell] ?? "").trim()).trim();
    const key = toMailKey(read(at), rules);
    const isOwn =
      !isExported ||
      read(columns.indexOf("code")) === "" ||
      read(columns.indexOf("keys"))
        .split(" ")
        .includes(`${key?.slice(2)}`);
    if (key !== undefined && isOwn) rowOfKey.set(key, rowOfKey.has(key) ? undefined : index);
    if (timeBox.isOver()) await timeBox.next();
  }
  return new Map(
    [...rowOfKey].flatMap(([key, index]) => (index === undefined ? [] : [[index, key] as const])),
  );
}

function toMailKey(cell: string, rules: KeyRules = { contacts: true }): string | undefined {
  const key = textKey(cell, rules);
  return key?.startsWith("m:") ? key : undefined;
}
