import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import { type ImportUndone, planUndo, type UndoRow, undoColumns } from "../import-undo.ts";
import type { Query } from "./database.ts";
import { listOf, lockList } from "./register-entries.ts";

/**
 * Forgets for some entries what they had before the last import. Returns how many; 0 means that
 * none is left.
 */
export async function forgetBatch(query: Query, id: number): Promise<number> {
  const rows = await query(
    `UPDATE entries SET import_undo = NULL WHERE id IN (
       SELECT id FROM entries WHERE register = ${listOf} AND import_undo IS NOT NULL LIMIT ${batchSize}
     ) RETURNING 1`,
    [id],
  );
  return rows.length;
}

/**
 * Undoes the last import for some entries. All counts are 0 once none is left. Call inside a
 * transaction.
 */
export async function undoBatch(query: Query, id: number): Promise<ImportUndone> {
  await lockList(query, id);
  // No scan moves an entry between the look at its movements and its removal.
  await query("SELECT lock_scans()");
  const rows = await query<UndoRow>(
    `SELECT ${undoColumns} FROM entries
     WHERE register = ${listOf} AND import_undo IS NOT NULL ORDER BY entries.id LIMIT ${batchSize}`,
    [id],
  );
  const { removed, putBack, left } = planUndo(rows);
  await query("DELETE FROM entries WHERE id = ANY ($1)", [removed]);
  await query(
    `UPDATE entries SET label = coalesce(given.label, entries.label),
       folded = coalesce(given.folded, entries.folded),
       category = CASE WHEN given.label IS NULL THEN entries.category ELSE given.category END,
       attention = CASE WHEN given.label IS NULL THEN entries.attention ELSE given.attention END,
       fields = coalesce(given.fields, entries.fields),
       blocked = given.blocked, import_undo = NULL, version = version + 1
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[],
       $7::text[]) AS given (id, label, category, attention, fields, blocked, folded)
     WHERE entries.id = given.id`,
    [
      putBack.map((entry) => entry.id),
      putBack.map(({ had }) => had?.label ?? null),
      putBack.map(({ had }) => had?.group ?? null),
      putBack.map(({ had }) => had?.attention ?? null),
      putBack.map(({ had }) => (had ? JSON.stringify(had.fields) : null)),
      putBack.map(({ had }) => had?.blocked ?? false),
      putBack.map(({ had }) => (had ? foldText(had.label) : null)),
    ],
  );
  const keys = putBack.flatMap(({ id: entry, keys }) => keys.map((key) => ({ entry, key })));
  await query(
    `DELETE FROM entry_keys USING unnest($1::bigint[], $2::text[]) AS given (entry, key)
     WHERE entry_keys.entry = given.entry AND entry_keys.key = given.key`,
    [keys.map(({ entry }) => entry), keys.map(({ key }) => key)],
  );
  await query("UPDATE entries SET import_undo = NULL WHERE id = ANY ($1)", [left]);
  return { removed: removed.length, putBack: putBack.length, left: left.length };
}
