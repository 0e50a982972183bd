import type { DatabaseSync } from "node:sqlite";
import { foldText } from "@scanhook/content";
import { batchSize } from "../batches.ts";
import { type ImportUndone, planUndo, type UndoRow, undoColumns } from "../import-undo.ts";
import { erasing, prepared, transaction } from "./database.ts";
import { listOf } from "./register-entries.ts";

/**
 * Forgets for some entries what they had before the last import. Returns how many; 0 means that
 * none is left.
 */
export function forgetBatch(db: DatabaseSync, id: number): number {
  const forget = prepared(
    db,
    `UPDATE entries SET import_undo = NULL WHERE id IN (
       SELECT id FROM entries WHERE register = ? AND import_undo IS NOT NULL LIMIT ${batchSize}
     )`,
  );
  return Number(erasing(db, () => forget.run(listOf(db, id))).changes);
}

/** Undoes the last import for some entries. All counts are 0 once none is left. */
export function undoBatch(db: DatabaseSync, id: number): ImportUndone {
  return erasing(db, () =>
    transaction(db, () => {
      const rows = prepared(
        db,
        `SELECT ${undoColumns} FROM entries
         WHERE register = ? AND import_undo IS NOT NULL ORDER BY entries.id LIMIT ${batchSize}`,
      ).all(listOf(db, id)) as UndoRow[];
      const { removed, putBack, left } = planUndo(rows);
      for (const entry of removed) prepared(db, "DELETE FROM entries WHERE id = ?").run(entry);
      for (const { id: entry, had, keys } of putBack) {
        if (had) {
          prepared(
            db,
            `UPDATE entries SET label = ?, folded = ?, category = ?, attention = ?, fields = ?
             WHERE id = ?`,
          ).run(
            ...[had.label, foldText(had.label), had.group ?? null, had.attention ?? null],
            ...[JSON.stringify(had.fields), entry],
          );
        }
        prepared(
          db,
          "UPDATE entries SET blocked = ?, import_undo = NULL, version = version + 1 WHERE id = ?",
        ).run(Number(had?.blocked ?? false), entry);
        for (const key of keys)
          prepared(db, "DELETE FROM entry_keys WHERE entry = ? AND key = ?").run(entry, key);
      }
      for (const entry of left)
        prepared(db, "UPDATE entries SET import_undo = NULL WHERE id = ?").run(entry);
      return { removed: removed.length, putBack: putBack.length, left: left.length };
    }),
  );
}
