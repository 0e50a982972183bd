import { batchSize } from "../batches.ts";
import { byHand, type ImportUndone, planUndo, type UndoRow, undoColumns } from "../import-undo.ts";
import { contentColumns, setContent, toContentRow } from "./entry-content.ts";
import { entryListOf } from "./entry-lists.ts";
import { lockScans } from "./locks.ts";
import { inputRows, isOneOf, overwriteDeleted, rawSql, type Steps, sql } from "./sql.ts";

/**
 * Forgets the values of some entries before the last import. Returns the number of these entries; 0
 * means that none is left.
 */
export function* forgetBatch(id: number): Steps<number> {
  yield* overwriteDeleted;
  const rows = yield* sql`
    UPDATE entries SET import_undo = NULL WHERE id IN (
      SELECT id FROM entries WHERE register = ${entryListOf(id)} AND import_undo IS NOT NULL
      LIMIT ${batchSize}
    ) RETURNING 1`;
  return rows.length;
}

/** Counts the entries for which the last import can be undone, as far as nobody has moved them. */
export function* countImported(id: number): Steps<number> {
  const [row] = yield* sql<{ entries: number }>`
    SELECT count(*) AS entries FROM entries
    WHERE register = ${entryListOf(id)} AND import_undo IS NOT NULL AND import_undo <> ${byHand}`;
  return row!.entries;
}

const putBackColumns = { id: "bigint", ...contentColumns, unnamed: "boolean" } as const;

/** Undoes the last import for some entries. All counts are 0 once none is left. */
export function* undoBatch(id: number): Steps<ImportUndone> {
  yield* overwriteDeleted;
  // No scan may move an entry between the reading of its movements and its removal.
  yield* lockScans;
  const rows = yield* sql<UndoRow>`
    SELECT ${rawSql(undoColumns)} FROM entries
    WHERE register = ${entryListOf(id)} AND import_undo IS NOT NULL
    ORDER BY entries.id LIMIT ${batchSize}`;
  const { removed, putBack, left } = planUndo(rows);
  yield* sql`DELETE FROM entries WHERE id ${isOneOf("bigint", removed)}`;
  const changed = putBack.flatMap(({ id, had }) =>
    had ? { id, ...toContentRow(had), unnamed: had.unnamed ?? false } : [],
  );
  const unblocked = putBack.flatMap(({ id, had }) => (had ? [] : id));
  yield* sql`
    UPDATE entries SET ${setContent}, unnamed = input.unnamed, import_undo = NULL,
      version = version + 1
    FROM ${inputRows(putBackColumns, changed)} WHERE entries.id = input.id`;
  yield* sql`
    UPDATE entries SET blocked = ${false}, import_undo = NULL, version = version + 1
    WHERE id ${isOneOf("bigint", unblocked)}`;
  const keys = putBack.flatMap(({ id: entry, keys }) => keys.map((key) => ({ entry, key })));
  yield* sql`
    DELETE FROM entry_keys WHERE (entry, key) IN (
      SELECT entry, key FROM ${inputRows({ entry: "bigint", key: "text" }, keys)}
    )`;
  yield* sql`UPDATE entries SET import_undo = NULL WHERE id ${isOneOf("bigint", left)}`;
  return { removed: removed.length, putBack: putBack.length, left: left.length };
}
