import { type Parsed, refuse } from "../parsed.ts";
import { nothing } from "../registers/import.ts";
import type { ImportColumns } from "../registers/import-columns.ts";
import { toPlaceKey } from "../registers/import-stock.ts";
import { textKey } from "../registers/keys.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import { formatQuantity } from "../registers/quantity.ts";
import type { PlacedQuantity, ReadRow } from "../registers/read-row.ts";
import { createTimeBox } from "../registers/time-box.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { actInGroups } from "./act-in-groups.ts";
import { findEntry, findRoleProblem } from "./listed-entries.ts";
import { readEntries } from "./read-entries.ts";

/** The effects of a list on a stock, apart from its entries. */
export type StockPlan = {
  /** The places that do not exist yet, as rows to import before the others. */
  places: ReadRow[];
  quantities: PlannedQuantity[];
  /** How many lines were added up with another one. */
  summed: number;
  /** The lines that were merged with another one, and of which other columns were dropped. */
  dropped: number[];
  /** The entries before the import. */
  byKey: ReadonlyMap<string, EntryRecord>;
};

/** A quantity to count at a place: an entry, or a row of the import; absent for no place. */
type PlannedQuantity = PlacedQuantity & {
  row: ReadRow;
  target: Place | undefined;
};

type Place = { keys: readonly string[] };

/** How many quantities were booked, were there already, and were refused. */
export type StockReport = {
  /** How many places were added. */
  places: number;
  counted: number;
  same: number;
  refused: number;
  /** The first of those that were refused. */
  refusals: { line: number; text: string }[];
  /** How many lines were added up with an earlier one about the same place. */
  summed: number;
  /**
   * How many lines differ in other columns from an earlier one about the same article, which
   * counts.
   */
  dropped: number;
  /** The first of these lines. */
  droppedLines: number[];
};

/**
 * Plans the import of rows into a stock. Completes the rows by what their entries have where the
 * list has no column for it. Resolves to one sentence if a row changes a unit or a role of which
 * there is a quantity, or a quantity or a place is wrong.
 */
export async function planStock(
  store: Pick<Store, "entries" | "countAtPlace">,
  { id, ...register }: Pick<RegisterRecord, "id" | "kind" | "rules">,
  rows: readonly ReadRow[],
  used: ImportColumns,
): Promise<Parsed<StockPlan>> {
  const { byKey, places } = await readStock(store, id);
  const rules = keyRulesOf(register);
  const problems: string[] = [];
  const timeBox = createTimeBox();
  for (const row of rows) {
    const existing = findEntry(byKey, row);
    const roleProblem = findRoleProblem(row, existing, "stock");
    if (roleProblem) problems.push(say("row", { line: `${row.line}`, problem: roleProblem }));
    if (existing) {
      completeRow(row, existing, used);
      const change = await findChange(store, row, existing);
      if (change) problems.push(say("row", { line: `${row.line}`, problem: change }));
    }
    if (row.role !== undefined && row.at?.some(({ quantity }) => quantity !== 0))
      problems.push(
        say("row", { line: `${row.line}`, problem: say(`row-quantity-of-${row.role}`) }),
      );
    if (row.role === "place") addPlace(places, row);
    if (timeBox.isOver()) await timeBox.next();
  }
  const rowByKey = new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)));
  const dropped = rows.flatMap((row) => row.dropped ?? []).sort((one, other) => one - other);
  const plan: StockPlan = { places: [], quantities: [], summed: 0, dropped, byKey };
  for (const row of rows)
    for (const placed of row.role === undefined ? (row.at ?? []) : []) {
      // Where every quantity has a place, a line without both says nothing.
      if (placed.place === "" && placed.quantity === 0 && !register.rules.withoutPlace) continue;
      const target = findPlace(row, placed);
      const problem = typeof target === "string" ? target : findProblem(row, placed, target);
      if (problem) problems.push(say("row", { line: `${placed.line}`, problem }));
      else plan.quantities.push({ ...placed, row, target: target as Place | undefined });
      plan.summed += placed.lines - 1;
      if (timeBox.isOver()) await timeBox.next();
    }
  return problems.length > 0 ? refuse(nothing(problems)) : { ok: true, value: plan };

  /** Returns the place of a quantity, which may be new, or what is wrong with it. */
  function findPlace(row: ReadRow, { place, line, quantity }: PlacedQuantity) {
    if (place === "") {
      if (register.rules.withoutPlace) return undefined;
      const given = { quantity: formatQuantity(quantity, row.unit) };
      return used.place === undefined
        ? say("row-without-place", given)
        : say("row-without-place-in", { ...given, column: used.place });
    }
    const named = places.get(toPlaceKey(place)) ?? [];
    if (named.length > 1) return say("row-place-ambiguous", { name: place });
    if (named[0]) return named[0];
    const key = textKey(place, rules);
    const coded = key === undefined ? undefined : (rowByKey.get(key) ?? byKey.get(key));
    if (coded && coded.role !== "place") return say("row-no-place", { name: place });
    if (coded) return coded;
    const added: ReadRow = { line, keys: [], label: place, role: "place", fields: {} };
    plan.places.push(added);
    addPlace(places, added);
    return added;
  }

  function findProblem(row: ReadRow, placed: PlacedQuantity, target: Place | undefined) {
    if (placed.quantity >= 0) return undefined;
    const existing = findEntry(byKey, row);
    const here = existing && findQuantity(existing, target, byKey);
    return here === placed.quantity
      ? undefined
      : say("row-uncountable", { quantity: formatQuantity(placed.quantity, row.unit) });
  }
}

/** Reads the entries of a stock by their keys, and one or two of its places by each label. */
async function readStock(store: Pick<Store, "entries">, id: number) {
  const byKey = new Map<string, EntryRecord>();
  const places = new Map<string, Place[]>();
  const timeBox = createTimeBox();
  for await (const page of readEntries(store, id)) {
    for (const entry of page) {
      for (const key of entry.keys) byKey.set(key, entry);
      if (entry.role === "place") addPlace(places, entry);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  return { byKey, places };
}

function addPlace(places: Map<string, Place[]>, place: Place & { label: string }): void {
  const key = toPlaceKey(place.label);
  const [first, second] = places.get(key) ?? [];
  if (first === undefined) places.set(key, [place]);
  // Two are enough to know that there are several.
  else if (second === undefined && !first.keys.some((each) => place.keys.includes(each)))
    places.set(key, [first, place]);
}

/** Gives a row what its entry has, where the list has no column for it. */
function completeRow(row: ReadRow, entry: EntryRecord, used: ImportColumns): void {
  if (used.role === undefined) row.role = entry.role;
  if (used.unit === undefined) row.unit = entry.unit;
  if (used.minimum === undefined) row.minimum = entry.minimum;
  if (used.recalled === undefined) row.recalled = entry.recalled;
  if (used.amount === undefined && row.role === "number") row.amount ??= entry.amount;
}

/** Returns what a row would change although there is a quantity; undefined if nothing. */
async function findChange(
  store: Pick<Store, "countAtPlace">,
  { role, unit }: ReadRow,
  entry: EntryRecord,
): Promise<string | undefined> {
  const total = (entry.stock ?? []).reduce((sum, { quantity }) => sum + Math.abs(quantity), 0);
  if (unit !== entry.unit && total > 0)
    return say("row-changes-unit", {
      entry: entry.label,
      quantity: formatQuantity(total, entry.unit),
    });
  if (role === entry.role) return undefined;
  const isUsed = total > 0 || (entry.role === "place" && (await store.countAtPlace(entry.id)) > 0);
  return isUsed ? say("row-changes-role-with-quantity", { entry: entry.label }) : undefined;
}

/** Returns how much of an entry is at a place, if anything was ever booked there. */
function findQuantity(
  entry: EntryRecord,
  target: Place | undefined,
  byKey: ReadonlyMap<string, EntryRecord>,
): number {
  const place = target === undefined ? 0 : findEntry(byKey, target)?.id;
  return entry.stock?.find((at) => at.place === place)?.quantity ?? 0;
}

const maxShownRefusals = 20;

const maxShownLines = 20;

/**
 * Counts planned quantities by hand, a few at a time, where they are not there already. Call it
 * after the rows are imported. A dry run only says what it would do. `isLeftOut` tells the rows
 * that were not imported.
 */
export async function bookStock(
  store: Store,
  register: Pick<RegisterRecord, "id" | "rules">,
  { places, quantities, summed, dropped, byKey: before }: StockPlan,
  { dry, isLeftOut }: { dry: boolean; isLeftOut: (row: ReadRow) => boolean },
): Promise<StockReport> {
  const report: StockReport = {
    places: places.length,
    counted: 0,
    same: 0,
    refused: 0,
    refusals: [],
    summed,
    dropped: dropped.length,
    droppedLines: dropped.slice(0, maxShownLines),
  };
  const leaveOut = ({ line }: PlannedQuantity, text: string) => {
    report.refused += 1;
    if (report.refusals.length < maxShownRefusals) report.refusals.push({ line, text });
  };
  const isUnchanged = dry || quantities.length === 0;
  const byKey = isUnchanged ? before : (await readStock(store, register.id)).byKey;
  const timeBox = createTimeBox();
  const open: PlannedQuantity[] = [];
  for (const planned of quantities) {
    const entry = isLeftOut(planned.row) ? undefined : findEntry(byKey, planned.row);
    const here = entry ? findQuantity(entry, planned.target, byKey) : 0;
    if (isLeftOut(planned.row)) leaveOut(planned, say("row-of-several-entries"));
    else if (here === planned.quantity) report.same += 1;
    else open.push(planned);
    if (timeBox.isOver()) await timeBox.next();
  }
  if (dry) return { ...report, counted: open.length };
  await actInGroups(
    store,
    register.id,
    open,
    ({ row, target, quantity }) => {
      const entry = findEntry(byKey, row);
      const place = target && findEntry(byKey, target)?.id;
      if (!entry || (target && place === undefined)) return undefined;
      const forced = entry.blocked || Boolean(register.rules.closed);
      const count = { kind: "act", action: "count", register: register.id } as const;
      return { ...count, entry: entry.id, place, quantity, forced };
    },
    (planned, verdict) => {
      if (verdict && verdict.result !== "no") report.counted += 1;
      else leaveOut(planned, verdict?.text ?? say("row-article-gone"));
    },
  );
  return report;
}
