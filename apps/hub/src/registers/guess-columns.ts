import { type Meaning, readMeanings } from "./column-words.ts";
import { exportColumns, type ImportColumns, isExport } from "./import-columns.ts";
import { readUid } from "./keys.ts";
import type { Table } from "./table.ts";

/** The number of rows that are looked at. */
const readRows = 1000;

/** So much of a cell shows what it is. */
const readLength = 200;

/**
 * Guesses from the names of its columns what a list means, and without names from its cells. A
 * column that fits nothing is left out. A list without codes of its own has no `key`: a name or a
 * running number is none.
 */
export function guessColumns(
  { columns, rows, hasHeader }: Pick<Table, "columns" | "rows" | "hasHeader">,
  { contacts = false }: { contacts?: boolean } = {},
): Partial<ImportColumns> {
  if (isExport(columns)) return exportColumns;
  const seen = columns.map((name, index) => ({
    name,
    meanings: hasHeader ? readMeanings(name) : [],
    cells: rows.slice(0, readRows).flatMap((row) => row[index]?.slice(0, readLength).trim() || []),
  }));
  const taken = new Set<string>([""]);
  const take = (...tests: ((column: Seen) => boolean)[]): string | undefined => {
    const free = seen.filter(({ name }) => !taken.has(name));
    const found = tests.map((test) => free.find(test)).find((column) => column !== undefined);
    if (found) taken.add(found.name);
    return found?.name;
  };
  const means = (meaning: Meaning) => (column: Seen) => column.meanings.includes(meaning);
  const uid = take((column) => means("uid")(column) && column.cells.every(isUid));
  const attention = take(means("attention"));
  const first = take((column) => means("first")(column) && !means("bare")(column), means("first"));
  const last = first === undefined ? undefined : take(means("last"), means("bare"));
  const whole =
    first === undefined || last === undefined ? take(means("full"), means("bare")) : undefined;
  const surname =
    first === undefined && whole !== undefined && isBare(seen, whole)
      ? take(means("last"))
      : undefined;
  const key = take(
    (column) => means("key")(column) && areUnique(column.cells),
    (column) => means("number")(column) && areUnique(column.cells) && areLong(column.cells),
    (column) => !hasHeader && areUnique(column.cells) && column.cells.every(isCode),
    (column) => contacts && means("mail")(column) && areUnique(column.cells),
  );
  const group = take(means("group"), means("table"), (column) => {
    return means("key")(column) && !areUnique(column.cells);
  });
  const label =
    (last === undefined ? (whole ?? first) : first) ??
    take(means("last")) ??
    take((column) => column.meanings.length === 0 && column.cells.some(isWord)) ??
    take((column) => column.cells.length > 0);
  const lastName = last ?? surname;
  return {
    ...(key !== undefined && { key }),
    ...(label !== undefined && { label }),
    ...(lastName !== undefined && { lastName }),
    ...(group !== undefined && { group }),
    ...(attention !== undefined && { attention }),
    ...(uid !== undefined && { uid }),
  };
}

type Seen = { name: string; meanings: Meaning[]; cells: string[] };

function isBare(seen: readonly Seen[], name: string): boolean {
  return seen.some((column) => column.name === name && column.meanings.includes("bare"));
}

function areUnique(cells: readonly string[]): boolean {
  return cells.length > 0 && new Set(cells).size === cells.length;
}

/** Running numbers are short, and everybody guesses them. */
function areLong(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.length >= 5);
}

function isUid(cell: string): boolean {
  return readUid(cell) !== undefined;
}

/** A code as tickets have it, with letters and digits. */
function isCode(cell: string): boolean {
  return /^(?=.*\d)(?=.*\p{L})[^\s@]{4,}$/u.test(cell);
}

function isWord(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/[\d@]/.test(cell);
}
