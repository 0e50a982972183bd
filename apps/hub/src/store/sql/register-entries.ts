import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import {
  type EntryRow,
  entryColumns,
  type StateRow,
  selectStates,
  toEntryRecord,
  toPlacedState,
} from "../entry-row.ts";
import { compareRows, type FoundRow } from "../import-rows.ts";
import type { ImportUndo } from "../import-undo.ts";
import type {
  AddedEntry,
  EntryChange,
  EntryList,
  EntryRecord,
  ImportRow,
  ImportStatus,
  StockCounts,
} from "../registers.ts";
import { foldKey } from "../typed-search.ts";
import { toJson } from "./edits.ts";
import { contentColumns, contentNames, setContent, toContentRow } from "./entry-content.ts";
import { filterEntries, hasRole, isLow } from "./entry-filter.ts";
import { findKeyOwner } from "./entry-keys.ts";
import { entryListOf, findEntryList, lockEntryList, undoAfterEdit } from "./entry-lists.ts";
import { lockScans } from "./locks.ts";
import {
  assignments,
  inputRows,
  isOneOf,
  overwriteDeleted,
  rawSql,
  type Sql,
  type Steps,
  sql,
} from "./sql.ts";

const importColumns = {
  id: "bigint",
  undo: "text",
  versions: "bigint",
  ...contentColumns,
} as const;

/**
 * Imports rows into the entries of a register. A row whose keys belong to another entry is a
 * conflict and changes nothing; without the register, every row is one. Each entry keeps what
 * undoes the import. Returns the status of each row; a dry run only computes them. `kept` is that
 * of `compareRows`.
 */
export function* importEntries(
  register: number,
  rows: readonly ImportRow[],
  {
    label,
    dry: isDryRun,
    kept,
  }: { label: string; dry: boolean; kept?: readonly string[] | undefined },
): Steps<ImportStatus[]> {
  const list = yield* isDryRun ? findEntryList(register) : lockEntryList(register);
  if (list === undefined) return rows.map(() => "conflict");
  const keys = rows.flatMap(({ keys }) => keys);
  const existingKeys = yield* sql<FoundRow>`
    SELECT key, ${rawSql(entryColumns)}, import, import_undo
    FROM entry_keys JOIN entries ON entries.id = entry
    WHERE entry_keys.register = ${list} AND key ${isOneOf("text", keys)}`;
  const compared = compareRows(rows, existingKeys, {
    label,
    movement: yield* newestMovement(),
    kept,
  });
  const accepted = compared.filter(({ status }) => status !== "conflict");
  const statuses = compared.map(({ status }) => status);
  if (isDryRun || accepted.length === 0) return statuses;

  const values = accepted.map(({ id, row, undo, status }) => ({
    id,
    ...toContentRow(row),
    undo,
    versions: status === "changed" ? 1 : 0,
  }));
  const { existing = [], created = [] } = Object.groupBy(values, ({ id }) =>
    id === undefined ? "created" : "existing",
  );
  yield* overwriteDeleted;
  yield* sql`
    UPDATE entries SET ${setContent}, unnamed = entries.unnamed AND entries.label = input.label,
      import = ${label}, import_undo = input.undo, version = entries.version + input.versions
    FROM ${inputRows(importColumns, existing)} WHERE entries.id = input.id`;
  const added = yield* sql<{ id: number }>`
    INSERT INTO entries (register, ${contentNames}, import, import_undo)
    SELECT ${list}, ${contentNames}, ${label}, undo
    FROM ${inputRows(importColumns, created)} RETURNING id`;
  // Both databases assign ids in the order in which rows are inserted.
  const newIds = added.map((entry) => entry.id).sort((a, b) => a - b);
  const newKeys = accepted.flatMap(({ id, keys }) => {
    const entry = id ?? newIds.shift();
    return keys.map((key) => ({ key, folded: foldKey(key), entry }));
  });
  yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT ${list}, key, folded, entry FROM ${inputRows(keyColumns, newKeys)}`;
  return statuses;
}

/** The prefixes of keys that are codes, texts and numbers of products (`registers/keys.ts`). */
const codePrefixes = rawSql("('t:', 'g:')");

const keyColumns = { key: "text", folded: "text", entry: "bigint" } as const;

function* newestMovement(): Steps<number> {
  const [row] = yield* sql<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM movements`;
  return row!.id;
}

/** Adds an entry to a register, unless another entry has one of its keys. */
export function* addEntry(register: number, { keys, ...content }: ImportRow): Steps<AddedEntry> {
  const list = yield* lockEntryList(register);
  if (list === undefined) return "no-such-register";
  const owner = yield* findKeyOwner(list, keys);
  if (owner) return owner;
  const [added] = yield* sql<{ id: number }>`
    INSERT INTO entries (register, ${contentNames})
    SELECT ${list}, ${contentNames} FROM ${inputRows(contentColumns, [toContentRow(content)])}
    RETURNING id`;
  const rows = [...new Set(keys)].map((key) => ({ key, folded: foldKey(key), entry: added!.id }));
  yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT ${list}, key, folded, entry FROM ${inputRows(keyColumns, rows)}`;
  return added!;
}

/** Blocks entries that an import did not contain. Returns how many were not blocked before. */
export function* blockEntries(register: number, ids: readonly number[]): Steps<number> {
  const undo: ImportUndo = { kind: "blocked", movement: yield* newestMovement() };
  const rows = yield* sql`
    UPDATE entries SET blocked = ${true}, import_undo = ${JSON.stringify(undo)},
      version = version + 1
    WHERE id ${isOneOf("bigint", ids)} AND register = ${entryListOf(register)} AND NOT blocked RETURNING 1`;
  return rows.length;
}

/** Adds codes to entries of a register that have none. Returns their number. */
export function* addCodes(
  register: number,
  codes: readonly { entry: number; key: string }[],
): Steps<number> {
  const list = yield* lockEntryList(register);
  const rows = codes.map(({ entry, key }) => ({ entry, key, folded: foldKey(key) }));
  // CROSS JOIN, because SQLite would otherwise read every entry of the register.
  const added = yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT register, input.key, input.folded, id
    FROM ${inputRows(keyColumns, rows)} CROSS JOIN entries
    WHERE entries.id = input.entry AND register = ${list} AND NOT EXISTS (
      SELECT 1 FROM entry_keys WHERE entry = entries.id AND substr(key, 1, 2) IN ${codePrefixes}
    )
    ON CONFLICT DO NOTHING RETURNING 1`;
  return added.length;
}

/** Lists the entries of a register that a filter lets through. */
export function* entries(
  register: number,
  { newest = false, after = newest ? Number.MAX_SAFE_INTEGER : 0, limit, ...filter }: EntryList,
): Steps<EntryRecord[]> {
  const rows = yield* sql<EntryRow>`
    SELECT ${rawSql(entryColumns)} FROM entries
    WHERE ${filterEntries(register, filter)}
      AND entries.id ${rawSql(newest ? "<" : ">")} ${after}
    ORDER BY entries.id ${rawSql(newest ? "DESC" : "ASC")} LIMIT ${limit}`;
  const ids = rows.map((row) => row.id);
  const keys = yield* sql<{ key: string; entry: number }>`
    SELECT key, entry FROM entry_keys WHERE entry ${isOneOf("bigint", ids)} ORDER BY key`;
  const states = yield* sql<StateRow>`
    ${rawSql(selectStates)} WHERE states.register = ${register} AND states.entry ${isOneOf("bigint", ids)}
    ORDER BY states.place`;
  const keysByEntry = Map.groupBy(keys, ({ entry }) => entry);
  const statesByEntry = Map.groupBy(states, ({ entry }) => entry);
  return rows.map((row) =>
    toEntryRecord(
      row,
      keysByEntry.get(row.id)?.map(({ key }) => key) ?? [],
      statesByEntry.get(row.id)?.map(toPlacedState) ?? [],
    ),
  );
}

export function* entry(register: number, id: number): Steps<EntryRecord | undefined> {
  const found = yield* entries(register, { after: id - 1, limit: 1 });
  return found.find((record) => record.id === id);
}

export function* countAtPlace(place: number): Steps<number> {
  const [row] = yield* sql<{ count: number }>`
    SELECT count(*) AS count FROM states
    WHERE place <> 0 AND place = ${place} AND quantity <> 0`;
  return row!.count;
}

/** Counts the entries of a stock by what they are and lack, each by an index. */
export function* countStock(register: number): Steps<StockCounts> {
  const count = (condition: Sql) => sql`(
    SELECT count(*) FROM entries
    WHERE entries.register = ${entryListOf(register)} AND ${condition})`;
  const [row] = yield* sql<Omit<StockCounts, "articles"> & { entries: number }>`
    SELECT ${count(rawSql("true"))} AS entries, ${count(hasRole("place"))} AS places,
      ${count(hasRole("number"))} AS numbers, ${count(hasRole("person"))} AS people, ${count(rawSql("entries.unnamed"))} AS unnamed,
      ${count(isLow(register))} AS low`;
  const { entries, ...counts } = row!;
  const { places, numbers, people } = counts;
  return { articles: entries - places - numbers - people, ...counts };
}

export function* changeEntry(
  register: number,
  id: number,
  change: EntryChange,
): Steps<"changed" | "no-such-entry" | "changed-meanwhile"> {
  const { label, group, attention, fields, blocked, validFrom, validUntil, ...ofStock } = change;
  const columns = assignments({
    label,
    folded: label === undefined ? undefined : foldText(label),
    category: group,
    attention,
    fields: toJson(fields),
    blocked,
    valid_from: validFrom,
    valid_until: validUntil,
    role: ofStock.role,
    unit: ofStock.unit,
    minimum: ofStock.minimum,
    amount: ofStock.amount,
    recalled: ofStock.recalled === null ? null : toJson(ofStock.recalled),
    unnamed:
      ofStock.unnamed ?? (label === undefined ? undefined : sql`unnamed AND label = ${label}`),
    import_undo: undoAfterEdit,
    version: rawSql("version + 1"),
  });
  yield* overwriteDeleted;
  const isIt = sql`id = ${id} AND register = ${entryListOf(register)}`;
  const rows = yield* sql`
    UPDATE entries SET ${columns}
    WHERE ${isIt} ${rawSql(ofStock.ifUnnamed ? "AND unnamed" : "")} RETURNING 1`;
  if (rows.length === 1) return "changed";
  const [named] = yield* sql`SELECT 1 FROM entries WHERE ${isIt}`;
  return named ? "changed-meanwhile" : "no-such-entry";
}

/**
 * Deletes a batch of the entries of a register with their states, and removes the entries, the
 * replies and the answers, which contain names, from the next movements after the one with the id
 * `after`. Deletes rounds, too. Includes the movements and rounds of registers that use these
 * entries. In registers that only lend to these people, the things stay, and those that are lent
 * have no holder any more. Returns the number of deleted entries, that of all changed rows, and the
 * id of the last movement; 0 rows mean that nothing is left.
 */
export function* deleteEntriesBatch(
  register: number,
  after: number,
): Steps<{ entries: number; rows: number; last: number }> {
  yield* overwriteDeleted;
  yield* lockScans;
  const users = yield* sql<{ id: number; list: number }>`
    SELECT id, coalesce(entries_from, id) AS list FROM registers
    WHERE id = ${register} OR entries_from = ${register} OR people_from = ${register}`;
  const isIn = (of: readonly { id: number }[]) =>
    sql`register ${isOneOf(
      "bigint",
      of.map(({ id }) => id),
    )}`;
  const usesTheseEntries = isIn(
    users.filter(({ id, list }) => id === register || list === register),
  );
  const deleted = yield* sql<{ id: number }>`
    DELETE FROM entries WHERE id IN (
      SELECT id FROM entries WHERE register = ${register} LIMIT ${batchSize}
    ) RETURNING id`;
  // Another version makes a decision anew that was based on the name of the holder.
  yield* sql`
    UPDATE states SET holder = NULL, version = version + 1
    WHERE holder ${isOneOf(
      "bigint",
      deleted.map(({ id }) => id),
    )}`;
  const deletedStates = yield* sql`
    DELETE FROM states WHERE register = ${register} AND entry IN (
      SELECT entry FROM states WHERE register = ${register} LIMIT ${batchSize}
    ) RETURNING 1`;
  const deletedVisits = yield* sql`
    DELETE FROM round_places WHERE (round, place, door) IN (
      SELECT round, place, door FROM round_places
      WHERE round IN (SELECT id FROM rounds WHERE ${usesTheseEntries}) LIMIT ${batchSize}
    ) RETURNING 1`;
  const movements: number[] = [];
  for (const { id } of users) {
    const next = yield* sql<{ id: number }>`
      SELECT id FROM movements WHERE register = ${id} AND id > ${after}
      ORDER BY id LIMIT ${batchSize}`;
    movements.push(...next.map((movement) => movement.id));
  }
  const cleared = movements.sort((a, b) => a - b).slice(0, batchSize);
  const ifItStays = (column: Sql) => sql`(
    SELECT entries.id FROM entries JOIN registers ON coalesce(entries_from, registers.id) = entries.register
    WHERE registers.id = movements.register AND entries.id = ${column}
      AND ${register} NOT IN (registers.id, entries.register))`;
  yield* sql`
    UPDATE movements SET reply = NULL, answers = NULL, entry = ${ifItStays(rawSql("movements.entry"))},
      holder = ${ifItStays(rawSql("movements.holder"))}
    WHERE id ${isOneOf("bigint", cleared)} AND (
      reply IS NOT NULL OR answers IS NOT NULL OR entry IS NOT NULL OR holder IS NOT NULL
    )`;
  const rows = deleted.length + deletedStates.length + deletedVisits.length + cleared.length;
  if (rows === 0) {
    yield* sql`DELETE FROM rounds WHERE ${usesTheseEntries}`;
    yield* sql`DELETE FROM hands WHERE ${isIn(users)}`;
    yield* sql`
      UPDATE counters SET inside = (
        SELECT count(*) FROM states
        WHERE states.register = counters.register AND status = 'inside'
      ) WHERE ${usesTheseEntries}`;
  }
  return { entries: deleted.length, rows, last: cleared.at(-1) ?? after };
}
