import { DatabaseSync } from "node:sqlite";
import { toStoreUnavailable } from "../store/sqlite/unavailable.ts";

/** The deliveries of one destination that were pending when the backup was made. */
export type WaitingDeliveries = {
  destination: string;
  deliveries: number;
  /** Whether the destination is paused, so that nothing is sent until the owner decides. */
  held: boolean;
};

/**
 * Counts the deliveries that a hub on this database would send as soon as it starts, for each
 * destination. With a `notice`, first pauses these destinations, and stores the notice as the
 * reason. No hub may have the database open. Throws `StoreUnavailable`.
 */
export function findWaitingDeliveries(
  path: string,
  notice: string | undefined,
): WaitingDeliveries[] {
  try {
    using db = new DatabaseSync(path, { readOnly: notice === undefined });
    db.exec("PRAGMA trusted_schema = OFF");
    const tableSql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'deliveries'";
    if (!db.prepare(tableSql).get()) return [];
    if (notice !== undefined) {
      db.prepare(
        `UPDATE destinations SET state = 'held', notice = ? WHERE state = 'on' AND id IN (${waitingIds})`,
      ).run(notice);
    }
    const rows = db
      .prepare(
        `SELECT name, state, pending FROM destinations JOIN delivery_counts ON destination = id
         WHERE id IN (${waitingIds}) ORDER BY name`,
      )
      .all() as { name: string; state: string; pending: number }[];
    return rows.map(({ name, state, pending }) => ({
      destination: name,
      deliveries: pending,
      held: state !== "on",
    }));
  } catch (error) {
    throw toStoreUnavailable(error, path);
  }
}

const waitingIds = `SELECT destination FROM delivery_counts JOIN destinations ON id = destination
  WHERE pending > 0 AND removed_at IS NULL`;
