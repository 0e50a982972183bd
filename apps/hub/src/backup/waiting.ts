import { DatabaseSync } from "node:sqlite";
import { toTrouble } from "../store/sqlite/trouble.ts";

/** A destination for which deliveries were still pending when the backup was made. */
export type Waiting = {
  destination: string;
  deliveries: number;
  /** Nothing is sent there before a person has decided. */
  held: boolean;
};

/**
 * What a hub on this database would send as soon as it starts, by destination. With a notice each of these is held
 * first, and the notice says why. No hub may have the database open. Throws `StoreUnavailable`.
 */
export function findWaiting(path: string, notice: string | undefined): Waiting[] {
  try {
    using db = new DatabaseSync(path, { readOnly: notice === undefined });
    db.exec("PRAGMA trusted_schema = OFF");
    const isThere = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'deliveries'";
    if (!db.prepare(isThere).get()) return [];
    if (notice !== undefined) {
      db.prepare(
        `UPDATE destinations SET state = 'held', notice = ? WHERE state = 'on' AND id IN (${waiting})`,
      ).run(notice);
    }
    const rows = db
      .prepare(
        `SELECT name, state, pending FROM destinations JOIN delivery_counts ON destination = id
         WHERE id IN (${waiting}) ORDER BY name`,
      )
      .all() as { name: string; state: string; pending: number }[];
    return rows.map(({ name, state, pending }) => ({
      destination: name,
      deliveries: pending,
      held: state !== "on",
    }));
  } catch (error) {
    throw toTrouble(error, path);
  }
}

const waiting = `SELECT destination FROM delivery_counts JOIN destinations ON id = destination
  WHERE pending > 0 AND removed_at IS NULL`;
