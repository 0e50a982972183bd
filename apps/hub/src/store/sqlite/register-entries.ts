import type { DatabaseSync } from "node:sqlite";
import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import { compareRows, type FoundRow } from "../import-rows.ts";
import { byHand, type ImportUndo } from "../import-undo.ts";
import { type EntryListRow, entryColumns, toEntryRecord } from "../register-row.ts";
import type { EntryChange, EntryRecord, ImportRow, ImportStatus } from "../registers.ts";
import { foldKey, toTypedParts } from "../typed-search.ts";
import { erasing, prepared, transaction } from "./database.ts";

export function importEntries(
  db: DatabaseSync,
  id: number,
  rows: readonly ImportRow[],
  { label, dry }: { label: string; dry: boolean },
): ImportStatus[] {
  return transaction(db, () => {
    const list = listOf(db, id);
    const found = findByKeys(
      db,
      list,
      rows.flatMap(({ keys }) => keys),
    );
    const imported = compareRows(rows, found, { label, movement: newestMovement(db) });
    if (!dry)
      erasing(db, () => {
        for (const entry of imported) writeEntry(db, list, entry, label);
      });
    return imported.map(({ status }) => status);
  });
}

function findByKeys(db: DatabaseSync, list: number, keys: readonly string[]): FoundRow[] {
  return prepared(
    db,
    `SELECT key, ${entryColumns}, import, import_undo FROM entry_keys JOIN entries ON entries.id = entry
     WHERE entry_keys.register = ? AND key IN (SELECT value FROM json_each(?))`,
  ).all(list, JSON.stringify(keys)) as FoundRow[];
}

function newestMovement(db: DatabaseSync): number {
  const row = prepared(db, "SELECT coalesce(max(id), 0) AS id FROM movements").get();
  return row!.id as number;
}

function writeEntry(
  db: DatabaseSync,
  list: number,
  { id, row, keys, status, undo }: ReturnType<typeof compareRows>[number],
  label: string,
): void {
  if (status === "conflict") return;
  const values = [
    row.label,
    foldText(row.label),
    row.group ?? null,
    row.attention ?? null,
    JSON.stringify(row.fields),
    Number(row.blocked ?? false),
    label,
    undo,
  ];
  let entry = id;
  if (entry === undefined) {
    const inserted = prepared(
      db,
      `INSERT INTO entries (label, folded, category, attention, fields, blocked, import, import_undo, register)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(...values, list);
    entry = Number(inserted.lastInsertRowid);
  } else if (status === "same") {
    prepared(db, "UPDATE entries SET import = ?, import_undo = ? WHERE id = ?").run(
      ...[label, undo, entry],
    );
  } else {
    prepared(
      db,
      `UPDATE entries SET label = ?, folded = ?, category = ?, attention = ?, fields = ?, blocked = ?, import = ?,
         import_undo = ?, version = version + 1
       WHERE id = ?`,
    ).run(...values, entry);
  }
  for (const key of keys)
    prepared(db, "INSERT INTO entry_keys (register, key, folded, entry) VALUES (?, ?, ?, ?)").run(
      list,
      key,
      foldKey(key),
      entry,
    );
}

/** Blocks entries that an import did not contain. Returns how many were not blocked before. */
export function blockEntries(db: DatabaseSync, id: number, ids: readonly number[]): number {
  const undo: ImportUndo = { kind: "blocked", movement: newestMovement(db) };
  const { changes } = prepared(
    db,
    `UPDATE entries SET blocked = 1, import_undo = ?, version = version + 1
     WHERE id IN (SELECT value FROM json_each(?)) AND register = ? AND blocked = 0`,
  ).run(JSON.stringify(undo), JSON.stringify(ids), listOf(db, id));
  return Number(changes);
}

export function addCodes(
  db: DatabaseSync,
  id: number,
  codes: readonly { entry: number; key: string }[],
): number {
  return transaction(db, () => {
    const list = listOf(db, id);
    const insert = prepared(
      db,
      `INSERT INTO entry_keys (register, key, folded, entry)
       SELECT register, ?, ?, id FROM entries WHERE id = ? AND register = ?
         AND NOT EXISTS (SELECT 1 FROM entry_keys WHERE entry = entries.id AND key GLOB 't:*')
       ON CONFLICT DO NOTHING`,
    );
    const given = codes.map(({ entry, key }) =>
      Number(insert.run(key, foldKey(key), entry, list).changes),
    );
    return given.reduce((sum, count) => sum + count, 0);
  });
}

export function entries(
  db: DatabaseSync,
  id: number,
  { text = "", after = 0, limit }: { text?: string; after?: number; limit: number },
): EntryRecord[] {
  const rows = prepared(
    db,
    `SELECT ${entryColumns}, status, since, door, uses FROM entries
     LEFT JOIN states ON states.entry = entries.id AND states.register = :id
     WHERE entries.register = :list AND entries.id > :after AND NOT EXISTS (
       SELECT 1 FROM json_each(:parts) AS part WHERE instr(entries.folded, part.value) = 0 AND NOT EXISTS (
         SELECT 1 FROM entry_keys WHERE entry = entries.id AND instr(entry_keys.folded, part.value) > 0
       )
     )
     ORDER BY entries.id LIMIT :limit`,
  ).all({ id, list: listOf(db, id), parts: JSON.stringify(toTypedParts(text)), after, limit });
  return (rows as EntryListRow[]).map((row) => toEntryRecord(row, keysOfEntry(db, row.id)));
}

export function entry(db: DatabaseSync, id: number, entryId: number): EntryRecord | undefined {
  return entries(db, id, { after: entryId - 1, limit: 1 }).find((found) => found.id === entryId);
}

function keysOfEntry(db: DatabaseSync, entryId: number): string[] {
  const rows = prepared(db, "SELECT key FROM entry_keys WHERE entry = ? ORDER BY key").all(entryId);
  return rows.map(({ key }) => String(key));
}

export function changeEntry(
  db: DatabaseSync,
  id: number,
  entryId: number,
  { label, group, attention, fields, blocked, validFrom, validUntil }: EntryChange,
): "changed" | "no-such-entry" {
  const change = prepared(
    db,
    `UPDATE entries SET label = coalesce(:label, label), folded = coalesce(:folded, folded),
       blocked = coalesce(:blocked, blocked),
       category = iif(:setsGroup, :category, category), attention = iif(:setsAttention, :attention, attention),
       fields = coalesce(:fields, fields),
       valid_from = iif(:setsFrom, :validFrom, valid_from), valid_until = iif(:setsUntil, :validUntil, valid_until),
       import_undo = iif(import_undo IS NULL, NULL, :byHand), version = version + 1
     WHERE id = :entryId AND register = :list`,
  );
  const values = {
    byHand,
    entryId,
    list: listOf(db, id),
    label: label ?? null,
    folded: label === undefined ? null : foldText(label),
    setsGroup: Number(group !== undefined),
    category: group ?? null,
    setsAttention: Number(attention !== undefined),
    attention: attention ?? null,
    fields: fields === undefined ? null : JSON.stringify(fields),
    blocked: blocked === undefined ? null : Number(blocked),
    setsFrom: Number(validFrom !== undefined),
    validFrom: validFrom ?? null,
    setsUntil: Number(validUntil !== undefined),
    validUntil: validUntil ?? null,
  };
  return erasing(db, () => change.run(values)).changes === 1 ? "changed" : "no-such-entry";
}

/**
 * Deletes some entries of a register with their states, and takes names out of some movements of
 * the registers that have them. What held them is overwritten. Returns how many entries and rows it
 * changed; 0 rows mean that nothing is left.
 */
export function emptyBatch(db: DatabaseSync, id: number): { entries: number; rows: number } {
  const some = (table: string, condition: string) =>
    `SELECT ${table}.rowid FROM ${table} WHERE ${condition} LIMIT ${batchSize}`;
  const havingThem = "register IN (SELECT id FROM registers WHERE id = :id OR entries_from = :id)";
  const change = (sql: string) => Number(prepared(db, sql).run({ id }).changes);
  return erasing(db, () =>
    transaction(db, () => {
      const deleted = change(
        `DELETE FROM entries WHERE id IN (${some("entries", "register = :id")})`,
      );
      const left = change(
        `DELETE FROM states WHERE register = :id AND entry IN (
           SELECT entry FROM states WHERE register = :id LIMIT ${batchSize}
         )`,
      );
      const named = `${havingThem} AND (reply IS NOT NULL OR entry IS NOT NULL)`;
      const cleared = change(
        `UPDATE movements SET reply = NULL, entry = NULL WHERE id IN (${some("movements", named)})`,
      );
      const rows = deleted + left + cleared;
      if (rows === 0) {
        change(
          `UPDATE counters SET inside = (
             SELECT count(*) FROM states WHERE states.register = counters.register AND status = 'inside'
           ) WHERE ${havingThem}`,
        );
      }
      return { entries: deleted, rows };
    }),
  );
}

/**
 * Returns the id of the register whose entries a register has: its own, or that of the one it
 * borrows from.
 */
export function listOf(db: DatabaseSync, id: number): number {
  const row = prepared(
    db,
    "SELECT coalesce(entries_from, id) AS list FROM registers WHERE id = ?",
  ).get(id);
  return (row?.list as number | undefined) ?? 0;
}
