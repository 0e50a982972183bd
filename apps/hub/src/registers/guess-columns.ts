import { areUnique, isLettersWithDigits, isUid } from "./cells.ts";
import { type Meaning, readMeanings } from "./column-words.ts";
import { guessThingColumns } from "./guess-thing-columns.ts";
import { exportColumns, isExport, listUsed, type SomeColumns } from "./import-columns.ts";
import type { KindName } from "./register.ts";
import type { Table } from "./table.ts";

/** How many rows of the list are read for the guess. */
const maxReadRows = 1000;

/** How many characters of a cell are read. They are enough to tell what it is. */
const maxReadCharacters = 200;

type NamedTable = Pick<Table, "columns" | "rows" | "hasHeader">;

/** Guesses which columns of a list are which, for a register of a kind. */
export function guessColumnsFor(
  kind: KindName,
  table: NamedTable,
  rules: { contacts?: boolean } = {},
): SomeColumns {
  if (isExport(table.columns, kind)) return exportColumns(table.columns, kind);
  if (kind === "check-in") return guessColumns(table, rules);
  // The notes of leads are details, and mail addresses their keys beside any codes.
  if (kind === "leads") return guessColumns(table, { hasAttention: false });
  const guess = guessThingColumns(table, kind);
  return kind === "loans" && guess.label === undefined ? addNames(guess, table) : guess;
}

/** Adds the columns of the names of people to a guess that has found no names of things. */
function addNames(guess: SomeColumns, { columns, rows, hasHeader }: NamedTable): SomeColumns {
  const used = listUsed(guess);
  const rest = columns.map((name) => (used.includes(name) ? "" : name));
  const { label, lastName } = guessColumns({ columns: rest, rows, hasHeader });
  const isName = lastName !== undefined || (label !== undefined && readMeanings(label).length > 0);
  return isName ? { ...guess, label, lastName } : guess;
}

/**
 * Guesses which columns of a list of guests hold the name, code, group and so on: from the names of
 * the columns, or without names from the cells. A role that no column fits is undefined. A list
 * without codes has no `key`: names and running numbers are not used as codes. A column of whole
 * names is preferred to those of first and last names.
 */
export function guessColumns(
  { columns, rows, hasHeader }: NamedTable,
  { contacts = false, hasAttention = true }: { contacts?: boolean; hasAttention?: boolean } = {},
): SomeColumns {
  const candidates = columns.map((name, index) => ({
    name,
    meanings: hasHeader ? readMeanings(name) : [],
    cells: rows
      .slice(0, maxReadRows)
      .flatMap((row) => row[index]?.slice(0, maxReadCharacters).trim() || []),
  }));
  const takenNames = new Set<string>([""]);
  const takeFirst = (...tests: ((column: Candidate) => boolean)[]): string | undefined => {
    const free = candidates.filter(({ name }) => !takenNames.has(name));
    const found = tests.map((test) => free.find(test)).find((column) => column !== undefined);
    if (found) takenNames.add(found.name);
    return found?.name;
  };
  const means = (meaning: Meaning) => (column: Candidate) => column.meanings.includes(meaning);
  const uid = takeFirst((column) => means("uid")(column) && column.cells.every(isUid));
  const attention = hasAttention ? takeFirst(means("attention")) : undefined;
  const first = takeFirst(
    (column) => means("first")(column) && !means("bare")(column),
    means("first"),
  );
  const isWhole = (column: Candidate) =>
    (means("full")(column) || means("bare")(column)) &&
    areWholeNames({ columns, rows }, { whole: column.name, first: first ?? "" });
  const whole = first === undefined ? undefined : takeFirst(isWhole);
  const last =
    first === undefined || whole !== undefined
      ? undefined
      : takeFirst(means("last"), means("bare"));
  const fullName =
    whole ?? (last === undefined ? takeFirst(means("full"), means("bare")) : undefined);
  const surname =
    first === undefined && fullName !== undefined && isBare(candidates, fullName)
      ? takeFirst(means("last"))
      : undefined;
  const key = takeFirst(
    (column) => means("key")(column) && areUnique(column.cells),
    (column) => means("number")(column) && areUnique(column.cells) && areLong(column.cells),
    (column) => !hasHeader && areUnique(column.cells) && column.cells.every(isLettersWithDigits),
    (column) => contacts && means("mail")(column) && areUnique(column.cells),
  );
  const group = takeFirst(means("group"), means("table"), (column) => {
    return means("key")(column) && !areUnique(column.cells);
  });
  const label =
    (last === undefined ? (fullName ?? first) : first) ??
    takeFirst(means("last")) ??
    takeFirst((column) => column.meanings.length === 0 && column.cells.some(isWord)) ??
    takeFirst((column) => column.cells.length > 0);
  return { key, label, lastName: last ?? surname, group, attention, uid };
}

type Candidate = { name: string; meanings: Meaning[]; cells: string[] };

function isBare(candidates: readonly Candidate[], name: string): boolean {
  return candidates.some((column) => column.name === name && column.meanings.includes("bare"));
}

/**
 * Tells whether the cells of a column are whole names: all are filled, and most have the first name
 * of the same row among their words. A column that is called “name” may hold last names only.
 */
function areWholeNames(
  { columns, rows }: Pick<Table, "columns" | "rows">,
  { whole, first }: { whole: string; first: string },
): boolean {
  const read = (row: readonly string[], name: string) =>
    (row[columns.indexOf(name)] ?? "").slice(0, maxReadCharacters).trim().toLowerCase();
  const names = rows
    .slice(0, maxReadRows)
    .map((row) => ({ name: read(row, whole), part: read(row, first) }));
  const withFirst = names.filter(({ part }) => part !== "");
  const having = withFirst.filter(
    ({ name, part }) => name !== part && ` ${name.replace(/[,;]/g, " ")} `.includes(` ${part} `),
  );
  return names.every(({ name }) => name !== "") && having.length * 2 >= withFirst.length;
}

/** Tells running numbers, which are short and easily guessed, from codes. */
function areLong(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.length >= 5);
}

function isWord(cell: string): boolean {
  return /\p{L}/u.test(cell) && !/[\d@]/.test(cell);
}
