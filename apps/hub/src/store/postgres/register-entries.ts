import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import { compareRows, type FoundRow } from "../import-rows.ts";
import { byHand, type ImportUndo } from "../import-undo.ts";
import { type EntryListRow, entryColumns, toEntryRecord } from "../register-row.ts";
import type { EntryChange, EntryRecord, ImportRow, ImportStatus } from "../registers.ts";
import { foldKey, toTypedParts } from "../typed-search.ts";
import type { Query } from "./database.ts";

/** The id of the register whose entries the register `$1` has. */
export const listOf = "(SELECT coalesce(entries_from, id) FROM registers WHERE id = $1)";

/** Call inside a transaction. */
export async function importEntries(
  query: Query,
  id: number,
  rows: readonly ImportRow[],
  { label, dry }: { label: string; dry: boolean },
): Promise<ImportStatus[]> {
  const list = await lockList(query, id);
  if (!list) return rows.map(() => "conflict");
  const found = await query<FoundRow>(
    `SELECT key, ${entryColumns}, import, import_undo FROM entry_keys JOIN entries ON entries.id = entry
     WHERE entry_keys.register = $1 AND key = ANY ($2)`,
    [list.id, rows.flatMap(({ keys }) => keys)],
  );
  const imported = compareRows(rows, found, { label, movement: await newestMovement(query) });
  const statuses = imported.map(({ status }) => status);
  const written = imported.filter(({ status }) => status !== "conflict");
  if (dry || written.length === 0) return statuses;
  const newIds = await query<{ id: number }>(
    "SELECT nextval('entries_id_seq') AS id FROM generate_series(1, $1::bigint)",
    [written.filter((entry) => entry.id === undefined).length],
  );
  const withIds = written.map((entry) => ({ ...entry, id: entry.id ?? newIds.shift()!.id }));
  await query(
    `INSERT INTO entries
       (id, register, label, category, attention, fields, blocked, import, import_undo, folded)
     SELECT id, $1, label, category, attention, fields, blocked, $7, undo, folded
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $9::text[], $10::boolean[],
       $11::text[]) AS given (id, label, category, attention, fields, undo, blocked, folded)
     ON CONFLICT (id) DO UPDATE SET label = excluded.label, folded = excluded.folded, category = excluded.category,
       attention = excluded.attention, fields = excluded.fields, import = excluded.import,
       import_undo = excluded.import_undo, blocked = excluded.blocked,
       version = entries.version + CASE WHEN entries.id = ANY ($8::bigint[]) THEN 1 ELSE 0 END`,
    [
      list.id,
      withIds.map((entry) => entry.id),
      withIds.map(({ row }) => row.label),
      withIds.map(({ row }) => row.group ?? null),
      withIds.map(({ row }) => row.attention ?? null),
      withIds.map(({ row }) => JSON.stringify(row.fields)),
      label,
      withIds.filter(({ status }) => status === "changed").map((entry) => entry.id),
      withIds.map(({ undo }) => undo),
      withIds.map(({ row }) => row.blocked ?? false),
      withIds.map(({ row }) => foldText(row.label)),
    ],
  );
  const keys = withIds.flatMap(({ id, keys }) => keys.map((key) => ({ id, key })));
  await query(
    `INSERT INTO entry_keys (register, key, entry, folded)
     SELECT $1, key, entry, folded
     FROM unnest($2::text[], $3::bigint[], $4::text[]) AS given (key, entry, folded)`,
    [
      list.id,
      keys.map(({ key }) => key),
      keys.map((entry) => entry.id),
      keys.map(({ key }) => foldKey(key)),
    ],
  );
  return statuses;
}

/** Locks a list until the transaction ends, so that no two imports add the same key. */
export async function lockList(query: Query, id: number): Promise<{ id: number } | undefined> {
  const [list] = await query<{ id: number }>(
    `SELECT id FROM registers WHERE id = ${listOf} FOR NO KEY UPDATE`,
    [id],
  );
  return list;
}

async function newestMovement(query: Query): Promise<number> {
  const [row] = await query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM movements");
  return row!.id;
}

/** Blocks entries that an import did not contain. Returns how many were not blocked before. */
export async function blockEntries(
  query: Query,
  id: number,
  ids: readonly number[],
): Promise<number> {
  const undo: ImportUndo = { kind: "blocked", movement: await newestMovement(query) };
  const rows = await query(
    `UPDATE entries SET blocked = true, import_undo = $3, version = version + 1
     WHERE id = ANY ($2::bigint[]) AND register = ${listOf} AND NOT blocked RETURNING 1`,
    [id, ids, JSON.stringify(undo)],
  );
  return rows.length;
}

export async function addCodes(
  query: Query,
  id: number,
  codes: readonly { entry: number; key: string }[],
): Promise<number> {
  const rows = await query(
    `INSERT INTO entry_keys (register, key, entry, folded)
     SELECT register, given.key, id, given.folded
     FROM entries
     JOIN unnest($2::text[], $3::bigint[], $4::text[]) AS given (key, entry, folded) ON given.entry = entries.id
     WHERE register = ${listOf}
       AND NOT EXISTS (SELECT FROM entry_keys WHERE entry = entries.id AND key LIKE 't:%')
     ON CONFLICT DO NOTHING RETURNING 1`,
    [
      id,
      codes.map(({ key }) => key),
      codes.map(({ entry }) => entry),
      codes.map(({ key }) => foldKey(key)),
    ],
  );
  return rows.length;
}

export async function entries(
  query: Query,
  id: number,
  { text = "", after = 0, limit }: { text?: string; after?: number; limit: number },
): Promise<EntryRecord[]> {
  const rows = await query<EntryListRow>(
    `SELECT ${entryColumns}, status, since, door, uses FROM entries
     LEFT JOIN states ON states.entry = entries.id AND states.register = $1
     WHERE entries.register = ${listOf} AND entries.id > $2 AND NOT EXISTS (
       SELECT FROM unnest($3::text[]) AS part
       WHERE strpos(coalesce(entries.folded, lower(label)), part) = 0 AND NOT EXISTS (
         SELECT FROM entry_keys
         WHERE entry = entries.id AND strpos(coalesce(entry_keys.folded, lower(key)), part) > 0
       )
     )
     ORDER BY entries.id LIMIT $4`,
    [id, after, toTypedParts(text), limit],
  );
  const keys = await query<{ key: string; entry: number }>(
    "SELECT key, entry FROM entry_keys WHERE entry = ANY ($1) ORDER BY key",
    [rows.map((row) => row.id)],
  );
  const keysById = Map.groupBy(keys, ({ entry }) => entry);
  return rows.map((row) => toEntryRecord(row, keysById.get(row.id)?.map(({ key }) => key) ?? []));
}

export async function entry(
  query: Query,
  id: number,
  entryId: number,
): Promise<EntryRecord | undefined> {
  const found = await entries(query, id, { after: entryId - 1, limit: 1 });
  return found.find((record) => record.id === entryId);
}

export async function changeEntry(
  query: Query,
  id: number,
  entryId: number,
  { label, group, attention, fields, blocked, validFrom, validUntil }: EntryChange,
): Promise<"changed" | "no-such-entry"> {
  const rows = await query(
    `UPDATE entries SET label = coalesce($3, label), folded = coalesce($15, folded),
       blocked = coalesce($4, blocked),
       valid_from = CASE WHEN $5 THEN $6 ELSE valid_from END,
       valid_until = CASE WHEN $7 THEN $8 ELSE valid_until END,
       category = CASE WHEN $9 THEN $10 ELSE category END,
       attention = CASE WHEN $11 THEN $12 ELSE attention END,
       fields = coalesce($13, fields),
       import_undo = CASE WHEN import_undo IS NOT NULL THEN $14 END,
       version = version + 1
     WHERE id = $2 AND register = ${listOf} RETURNING 1`,
    [
      ...[id, entryId, label ?? null, blocked ?? null],
      ...[validFrom !== undefined, validFrom ?? null],
      ...[validUntil !== undefined, validUntil ?? null],
      ...[group !== undefined, group ?? null],
      ...[attention !== undefined, attention ?? null],
      ...[fields === undefined ? null : JSON.stringify(fields), byHand],
      label === undefined ? null : foldText(label),
    ],
  );
  return rows.length === 1 ? "changed" : "no-such-entry";
}

/**
 * Deletes some entries of a register with their states, and takes names out of some movements of
 * the registers that have them. Returns how many entries and rows it changed; 0 rows mean that
 * nothing is left. Call inside a transaction.
 */
export async function emptyBatch(
  query: Query,
  id: number,
): Promise<{ entries: number; rows: number }> {
  await query("SELECT lock_scans()");
  const havingThem = "register IN (SELECT id FROM registers WHERE id = $1 OR entries_from = $1)";
  const change = async (sql: string) => (await query(sql, [id])).length;
  const deleted = await change(
    `DELETE FROM entries WHERE id IN (
       SELECT id FROM entries WHERE register = $1 LIMIT ${batchSize}
     ) RETURNING 1`,
  );
  const left = await change(
    `DELETE FROM states WHERE register = $1 AND entry IN (
       SELECT entry FROM states WHERE register = $1 LIMIT ${batchSize}
     ) RETURNING 1`,
  );
  const cleared = await change(
    `UPDATE movements SET reply = NULL, entry = NULL WHERE id IN (
       SELECT id FROM movements
       WHERE ${havingThem} AND (reply IS NOT NULL OR entry IS NOT NULL) LIMIT ${batchSize}
     ) RETURNING 1`,
  );
  const rows = deleted + left + cleared;
  if (rows === 0) {
    await change(
      `UPDATE counters SET inside = (
         SELECT count(*) FROM states WHERE states.register = counters.register AND status = 'inside'
       ) WHERE ${havingThem}`,
    );
  }
  return { entries: deleted, rows };
}
