import { type CareKind, listDueNames, listHolderNames } from "./care-column-words.ts";
import { areUnique, isLettersWithDigits, isUid } from "./cells.ts";
import { readMeanings } from "./column-words.ts";
import type { SomeColumns } from "./import-columns.ts";
import { isDateLike } from "./list-date.ts";
import { isQuantityLike } from "./list-quantity.ts";
import { namesOwnRole, readRole } from "./list-roles.ts";
import { listStockNames, type StockMeaning } from "./stock-column-words.ts";
import type { Table } from "./table.ts";

/** How many rows of the list are read for the guess, and how many characters of a cell. */
const maxReadRows = 1000;
const maxReadCharacters = 200;

/** How many columns of codes an entry gets its codes from. */
const maxCodeColumns = 5;

type Column = { name: string; cells: string[]; filled: string[] };

/**
 * Guesses which columns of a list of things hold the name, codes, unit, quantity, place and so on:
 * from the names of the columns, also those of the exports of Homebox, Snipe-IT, Grocy, InvenTree
 * and Shelf, and from what is in them. Without names of columns, it looks for a name and a code.
 */
export function guessThingColumns(
  { columns, rows, hasHeader }: Pick<Table, "columns" | "rows" | "hasHeader">,
  kind: "stock" | CareKind,
): SomeColumns {
  const all = columns.map((name, index): Column => {
    const read = rows.slice(0, maxReadRows).map((row) => (row[index] ?? "").trim());
    const cells = read.map((cell) => cell.slice(0, maxReadCharacters));
    return { name, cells, filled: cells.filter((cell) => cell !== "") };
  });
  const known = all.filter(({ name }) => name !== "");
  if (!hasHeader) return guessByCells(known);
  const names = known.map(({ name }) => name);
  const taken = new Set<string>();
  /** Lists the columns with these names whose cells pass the test. */
  const listNamed = (wanted: readonly string[], test: (column: Column) => boolean) =>
    wanted
      .map((name) => known.find((column) => column.name === name)!)
      .filter((column) => !taken.has(column.name) && column.filled.length > 0 && test(column));
  const takeNamed = (wanted: readonly string[], test: (column: Column) => boolean = () => true) => {
    const name = listNamed(wanted, test)[0]?.name;
    if (name !== undefined) taken.add(name);
    return name;
  };
  /** Lists the columns with this meaning, the most telling name first. */
  const list = (meaning: StockMeaning, test: (column: Column) => boolean) =>
    listNamed(listStockNames(meaning, names), test);
  const take = (meaning: StockMeaning, test?: (column: Column) => boolean) =>
    takeNamed(listStockNames(meaning, names), test);
  const isStock = kind === "stock";
  const isOwn = (cell: string) => namesOwnRole(cell, kind);
  const role = take("role", ({ filled }) =>
    // The roles of another kind, whose register may have the same list, are judged in the import.
    isStock ? filled.every(isOwn) : filled.every(readRole) && filled.some(isOwn),
  );
  const uid = known.find(
    ({ name, filled }) => readMeanings(name).includes("uid") && areAll(filled, isUid),
  )?.name;
  if (uid !== undefined) taken.add(uid);
  const label =
    take("label", ({ cells }) => cells.every((cell) => /\p{L}/u.test(cell))) ??
    take("label", ({ filled }) => filled.some((cell) => /\p{L}/u.test(cell))) ??
    take("label");
  const quantity = isStock ? take("quantity", areQuantities) : undefined;
  const minimum = isStock ? take("minimum", areQuantities) : undefined;
  const isUnit = ({ filled }: Column) => !filled.some((cell) => /^\d+$/.test(cell));
  const unit = isStock ? take("unit", isUnit) : undefined;
  const place = isStock ? take("place", isPlace) : undefined;
  const due = isStock ? undefined : takeNamed(listDueNames(names, kind), areDates);
  const holder = kind === "loans" ? takeNamed(listHolderNames(names)) : undefined;
  const labels = all.find(({ name }) => name === label)?.cells;
  const isCode = (column: Column) =>
    identifies(column.cells, labels, { mayRepeat: quantity !== undefined });
  const assets = list("asset", isCode);
  const serials = list("serial", ({ filled }) => areUnique(filled) && filled.every(isLong));
  const [key, ...moreKeys] = [...new Set([...list("code", isCode), ...assets, ...serials])]
    .map(({ name }) => name)
    .slice(0, maxCodeColumns);
  for (const name of [key, ...moreKeys]) if (name !== undefined) taken.add(name);
  const group = take("group");
  const attention = take("attention");
  const guess: SomeColumns = { label, key, group, attention, uid, role };
  if (moreKeys.length > 0) guess.moreKeys = moreKeys;
  if (!isStock) return { ...guess, holder, due };
  const recalled = take("recalled");
  // Every row of a list of assets is one thing.
  const isPlaced = quantity !== undefined || assets.length > 0 || serials.length > 0;
  return { ...guess, unit, minimum, recalled, quantity, place: isPlaced ? place : undefined };
}

function guessByCells(columns: readonly Column[]): SomeColumns {
  const key = columns.find(({ cells }) => areUnique(cells) && cells.every(looksLikeCode))?.name;
  const others = columns.filter(({ name }) => name !== key);
  const label = others.find(({ filled }) => filled.some((cell) => /\p{L}/u.test(cell)));
  return { key, label: (label ?? others[0])?.name };
}

/** Tells whether cells look like codes of articles: long numbers, or letters with digits. */
function looksLikeCode(cell: string): boolean {
  return /^\d{8,14}$/.test(cell) || isLettersWithDigits(cell);
}

/**
 * Tells names of places from the running numbers of lines, and from the numbers of locations in a
 * database, which InvenTree writes.
 */
function isPlace({ name, filled }: Column): boolean {
  if (!filled.every((cell) => /^\d+\.?$/.test(cell))) return true;
  const isRunning = filled.length > 1 && areUnique(filled);
  return !isRunning && !/location$/i.test(name);
}

/** Tells whether most cells look like quantities. Another one among them is then a mistake. */
function areQuantities({ filled }: Column): boolean {
  return filled.filter(isQuantityLike).length * 2 > filled.length;
}

/** Tells whether most cells look like dates. Another one among them is then a mistake. */
function areDates({ filled }: Column): boolean {
  return filled.filter(isDateLike).length * 2 > filled.length;
}

/**
 * Tells whether no code occurs twice, or where lines may repeat an article, whether each code
 * belongs to one name. A code with two names in a tenth of the lines, or in one, is a mistake,
 * about which the import says more.
 */
function identifies(
  cells: readonly string[],
  names: readonly string[] | undefined,
  { mayRepeat }: { mayRepeat: boolean },
): boolean {
  const filled = cells.filter((cell) => cell !== "");
  if (!mayRepeat) return areUnique(filled);
  const nameOf = new Map<string, string | undefined>();
  let faults = 0;
  for (const [index, cell] of cells.entries()) {
    if (cell === "") continue;
    const name = names?.[index];
    if (!nameOf.has(cell)) nameOf.set(cell, name);
    else if (nameOf.get(cell) !== name) faults += 1;
  }
  return faults <= Math.max(1, filled.length / 10) && faults * 2 < filled.length;
}

function areAll(cells: readonly string[], test: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.every(test);
}

function isLong(cell: string): boolean {
  return cell.length >= 4;
}
