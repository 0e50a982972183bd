import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import { compareRows, type FoundRow } from "../import-rows.ts";
import type { ImportUndo } from "../import-undo.ts";
import { type EntryListRow, entryColumns, toEntryRecord } from "../register-row.ts";
import type { EntryChange, EntryRecord, ImportRow, ImportStatus } from "../registers.ts";
import { foldKey, toTypedParts } from "../typed-search.ts";
import { toJson } from "./edits.ts";
import { listOf, lockList, undoAfterEdit } from "./entry-lists.ts";
import { lockScans } from "./locks.ts";
import {
  assignments,
  fixed,
  given,
  isOneOf,
  overwriteDeleted,
  perDatabase,
  type Sql,
  type Steps,
  sql,
} from "./sql.ts";

const writtenColumns = {
  id: "bigint",
  label: "text",
  folded: "text",
  category: "text",
  attention: "text",
  fields: "text",
  blocked: "boolean",
  undo: "text",
  edits: "bigint",
} as const;

export function* importEntries(
  id: number,
  rows: readonly ImportRow[],
  { label, dry }: { label: string; dry: boolean },
): Steps<ImportStatus[]> {
  const list = yield* lockList(id);
  if (list === undefined) return rows.map(() => "conflict");
  const keys = rows.flatMap(({ keys }) => keys);
  const found = yield* sql<FoundRow>`
    SELECT key, ${fixed(entryColumns)}, import, import_undo
    FROM entry_keys JOIN entries ON entries.id = entry
    WHERE entry_keys.register = ${list} AND key ${isOneOf("text", keys)}`;
  const imported = compareRows(rows, found, { label, movement: yield* newestMovement() });
  const written = imported.filter(({ status }) => status !== "conflict");
  const statuses = imported.map(({ status }) => status);
  if (dry || written.length === 0) return statuses;

  const values = written.map(({ id, row, undo, status }) => ({
    id,
    label: row.label,
    folded: foldText(row.label),
    category: row.group,
    attention: row.attention,
    fields: JSON.stringify(row.fields),
    blocked: row.blocked ?? false,
    undo,
    edits: status === "changed" ? 1 : 0,
  }));
  const { existing = [], created = [] } = Object.groupBy(values, ({ id }) =>
    id === undefined ? "created" : "existing",
  );
  yield* overwriteDeleted;
  yield* sql`
    UPDATE entries SET label = given.label, folded = given.folded, category = given.category,
      attention = given.attention, fields = given.fields, blocked = given.blocked,
      import = ${label}, import_undo = given.undo, version = entries.version + given.edits
    FROM ${given(writtenColumns, existing)} WHERE entries.id = given.id`;
  const added = yield* sql<{ id: number }>`
    INSERT INTO entries
      (register, label, folded, category, attention, fields, blocked, import, import_undo)
    SELECT ${list}, label, folded, category, attention, fields, blocked, ${label}, undo
    FROM ${given(writtenColumns, created)} RETURNING id`;
  // The ids are assigned in the order of the rows.
  const newIds = added.map((entry) => entry.id).sort((a, b) => a - b);
  const newKeys = written.flatMap(({ id, keys }) => {
    const entry = id ?? newIds.shift();
    return keys.map((key) => ({ key, folded: foldKey(key), entry }));
  });
  yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT ${list}, key, folded, entry FROM ${given(keyColumns, newKeys)}`;
  return statuses;
}

const keyColumns = { key: "text", folded: "text", entry: "bigint" } as const;

function* newestMovement(): Steps<number> {
  const [row] = yield* sql<{ id: number }>`SELECT coalesce(max(id), 0) AS id FROM movements`;
  return row!.id;
}

/** Blocks entries that an import did not contain. Returns how many were not blocked before. */
export function* blockEntries(id: number, ids: readonly number[]): Steps<number> {
  const undo: ImportUndo = { kind: "blocked", movement: yield* newestMovement() };
  const rows = yield* sql`
    UPDATE entries SET blocked = ${true}, import_undo = ${JSON.stringify(undo)},
      version = version + 1
    WHERE id ${isOneOf("bigint", ids)} AND register = ${listOf(id)} AND NOT blocked RETURNING 1`;
  return rows.length;
}

export function* addCodes(
  id: number,
  codes: readonly { entry: number; key: string }[],
): Steps<number> {
  const rows = codes.map(({ entry, key }) => ({ entry, key, folded: foldKey(key) }));
  // CROSS JOIN, because SQLite would otherwise read every entry of the register.
  const added = yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT register, given.key, given.folded, id
    FROM ${given(keyColumns, rows)} CROSS JOIN entries
    WHERE entries.id = given.entry AND register = ${listOf(id)} AND NOT EXISTS (
      SELECT 1 FROM entry_keys WHERE entry = entries.id AND substr(key, 1, 2) = 't:'
    )
    ON CONFLICT DO NOTHING RETURNING 1`;
  return added.length;
}

/** Returns the condition that a text contains the typed part. */
const contains = (text: string): Sql =>
  perDatabase({
    sqlite: fixed(`instr(${text}, part) > 0`),
    postgres: fixed(`strpos(${text}, part) > 0`),
  });

export function* entries(
  id: number,
  { text = "", after = 0, limit }: { text?: string; after?: number; limit: number },
): Steps<EntryRecord[]> {
  const parts = toTypedParts(text).map((part) => ({ part }));
  const rows = yield* sql<EntryListRow>`
    SELECT ${fixed(entryColumns)}, status, since, door, uses FROM entries
    LEFT JOIN states ON states.entry = entries.id AND states.register = ${id}
    WHERE entries.register = ${listOf(id)} AND entries.id > ${after} AND NOT EXISTS (
      SELECT 1 FROM ${given({ part: "text" }, parts)}
      WHERE NOT ${contains("coalesce(entries.folded, lower(label))")} AND NOT EXISTS (
        SELECT 1 FROM entry_keys
        WHERE entry = entries.id AND ${contains("coalesce(entry_keys.folded, lower(key))")}
      )
    )
    ORDER BY entries.id LIMIT ${limit}`;
  const ids = rows.map((row) => row.id);
  const keys = yield* sql<{ key: string; entry: number }>`
    SELECT key, entry FROM entry_keys WHERE entry ${isOneOf("bigint", ids)} ORDER BY key`;
  const keysByEntry = Map.groupBy(keys, ({ entry }) => entry);
  return rows.map((row) =>
    toEntryRecord(row, keysByEntry.get(row.id)?.map(({ key }) => key) ?? []),
  );
}

export function* entry(id: number, entryId: number): Steps<EntryRecord | undefined> {
  const found = yield* entries(id, { after: entryId - 1, limit: 1 });
  return found.find((record) => record.id === entryId);
}

export function* changeEntry(
  id: number,
  entryId: number,
  { label, group, attention, fields, blocked, validFrom, validUntil }: EntryChange,
): Steps<"changed" | "no-such-entry"> {
  const columns = assignments({
    label,
    folded: label === undefined ? undefined : foldText(label),
    category: group,
    attention,
    fields: toJson(fields),
    blocked,
    valid_from: validFrom,
    valid_until: validUntil,
    import_undo: undoAfterEdit,
    version: fixed("version + 1"),
  });
  yield* overwriteDeleted;
  const rows = yield* sql`
    UPDATE entries SET ${columns} WHERE id = ${entryId} AND register = ${listOf(id)} RETURNING 1`;
  return rows.length === 1 ? "changed" : "no-such-entry";
}

/**
 * Deletes some entries of a register with their states, and removes names from some movements of
 * all registers with these entries. Returns the numbers of deleted entries and of all changed rows;
 * 0 rows mean that nothing is left.
 */
export function* emptyBatch(id: number): Steps<{ entries: number; rows: number }> {
  const withTheseEntries = sql`
    register IN (SELECT id FROM registers WHERE id = ${id} OR entries_from = ${id})`;
  yield* overwriteDeleted;
  yield* lockScans;
  const deleted = yield* sql`
    DELETE FROM entries WHERE id IN (
      SELECT id FROM entries WHERE register = ${id} LIMIT ${batchSize}
    ) RETURNING 1`;
  const deletedStates = yield* sql`
    DELETE FROM states WHERE register = ${id} AND entry IN (
      SELECT entry FROM states WHERE register = ${id} LIMIT ${batchSize}
    ) RETURNING 1`;
  const cleared = yield* sql`
    UPDATE movements SET reply = NULL, entry = NULL WHERE id IN (
      SELECT id FROM movements
      WHERE ${withTheseEntries} AND (reply IS NOT NULL OR entry IS NOT NULL) LIMIT ${batchSize}
    ) RETURNING 1`;
  const rows = deleted.length + deletedStates.length + cleared.length;
  if (rows === 0) {
    yield* sql`
      UPDATE counters SET inside = (
        SELECT count(*) FROM states
        WHERE states.register = counters.register AND status = 'inside'
      ) WHERE ${withTheseEntries}`;
  }
  return { entries: deleted.length, rows };
}
