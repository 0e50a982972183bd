import { byHand } from "../import-undo.ts";
import { lockScans } from "./locks.ts";
import { type Sql, type Steps, sql } from "./sql.ts";

/**
 * Returns SQL for the id of the register whose entries a register has: itself, or the one that it
 * borrows them from.
 */
export const entryListOf = (id: number): Sql =>
  sql`(SELECT coalesce(entries_from, id) FROM registers WHERE id = ${id})`;

/** Returns the id of the register whose entries a register has, or undefined without a register. */
export function* findEntryList(id: number): Steps<number | undefined> {
  const [list] = yield* sql<{ id: number }>`
    SELECT id FROM registers WHERE id = ${entryListOf(id)}`;
  return list?.id;
}

/**
 * Like `findEntryList`, and keeps scans and other changes from adding keys until the transaction
 * ends, because the scan of an unknown code may add it.
 */
export function* lockEntryList(id: number): Steps<number | undefined> {
  yield* lockScans;
  return yield* findEntryList(id);
}

/** The undo information of an import after a person has changed the entry. */
export const undoAfterEdit = sql`CASE WHEN import_undo IS NOT NULL THEN ${byHand} END`;
