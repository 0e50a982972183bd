import { byHand } from "../import-undo.ts";
import { forNoKeyUpdate } from "./locks.ts";
import { type Sql, type Steps, sql } from "./sql.ts";

/**
 * Returns SQL for the id of the register whose entries a register has: itself, or the one that it
 * borrows them from.
 */
export const entryListOf = (id: number): Sql =>
  sql`(SELECT coalesce(entries_from, id) FROM registers WHERE id = ${id})`;

/**
 * Locks the register whose entries a register has, so that no two imports add the same key. Returns
 * its id, or undefined if there is no such register.
 */
export function* lockEntryList(id: number): Steps<number | undefined> {
  const [list] = yield* sql<{ id: number }>`
    SELECT id FROM registers WHERE id = ${entryListOf(id)} ${forNoKeyUpdate}`;
  return list?.id;
}

/** The undo information of an import after a person has changed the entry. */
export const undoAfterEdit = sql`CASE WHEN import_undo IS NOT NULL THEN ${byHand} END`;
