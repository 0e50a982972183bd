import type { DatabaseSync } from "node:sqlite";
import type { DeliveryState } from "../forwarding.ts";
import { prepared, transaction } from "./database.ts";
import { countOut, type Tally, writeTally } from "./delivery-counts.ts";
import { noteDue } from "./nodes.ts";
import { countGone } from "./tag-counts.ts";

/** Some scans that their inbox wants kept no longer, the oldest of each first; none with a delivery still to be made. */
export function expired(db: DatabaseSync, limit: number, now: number): number[] {
  const inboxes = prepared(
    db,
    `SELECT name, keep_days, keep_scans FROM inboxes
     WHERE (keep_days IS NOT NULL OR keep_scans IS NOT NULL) AND name NOT IN (SELECT inbox FROM audits)`,
  ).all() as { name: string; keep_days: number | null; keep_scans: number | null }[];
  const found = new Set<number>();
  const find = (condition: string, inbox: string, bound: number) => {
    const rows = prepared(
      db,
      `SELECT id FROM scans WHERE inbox = ?1 AND ${condition} AND ${hasNothingPending} ORDER BY id LIMIT ?3`,
    ).all(inbox, bound, limit - found.size);
    for (const { id } of rows) found.add(id as number);
  };
  for (const { name, keep_days, keep_scans } of inboxes) {
    if (keep_scans !== null) find("id <= ?2", name, lastBeyond(db, name, keep_scans));
    if (keep_days !== null) find(isOlder, name, now - keep_days * day);
  }
  return [...found];
}

/** Deletes those of these scans that have nothing pending and are in no audit trail; answers how many. */
export function deleteExpired(db: DatabaseSync, ids: readonly number[]): number {
  return transaction(db, () =>
    deleteScans(
      db,
      prepared(
        db,
        `SELECT id FROM scans WHERE id IN (SELECT value FROM json_each(?))
         AND inbox NOT IN (SELECT inbox FROM audits) AND ${hasNothingPending}`,
      ).all(JSON.stringify(ids)),
    ),
  );
}

/** Deletes some scans of an inbox, few enough that an arriving scan need not wait long; answers how many. */
export function deleteSomeScans(db: DatabaseSync, inbox: string): number {
  return transaction(db, () =>
    deleteScans(
      db,
      prepared(
        db,
        `SELECT id FROM scans WHERE inbox = ? AND inbox NOT IN (SELECT inbox FROM audits) LIMIT 500`,
      ).all(inbox),
    ),
  );
}

/** Deletes one scan, whatever has still to be delivered of it. */
export function deleteScan(db: DatabaseSync, id: number): "deleted" | "no-such-scan" | "audited" {
  return transaction(db, () => {
    const row = prepared(
      db,
      "SELECT id, inbox IN (SELECT inbox FROM audits) AS audited FROM scans WHERE id = ?",
    ).get(id);
    if (!row) return "no-such-scan";
    if (row.audited === 1) return "audited";
    deleteScans(db, [row]);
    return "deleted";
  });
}

const day = 86_400_000;

const hasNothingPending =
  "NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')";

// With where the old ones end, or a hub with nothing to delete would look at every scan.
const isOlder =
  "received_at < ?2 AND id <= (SELECT max(id) FROM scans INDEXED BY scans_received_at WHERE received_at < ?2)";

/** The newest of those that are too many; 0 when none is. */
function lastBeyond(db: DatabaseSync, inbox: string, kept: number): number {
  const sql = "SELECT id FROM scans WHERE inbox = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
  return (prepared(db, sql).get(inbox, kept)?.id as number | undefined) ?? 0;
}

/** With their deliveries and what these tried. */
function deleteScans(db: DatabaseSync, rows: readonly Record<string, unknown>[]): number {
  const these = "SELECT value FROM json_each(?)";
  const list = JSON.stringify(rows.map(({ id }) => id));
  const tally: Tally = new Map();
  const deliveries = prepared(
    db,
    `DELETE FROM deliveries WHERE scan IN (${these}) RETURNING id, destination, state`,
  ).all(list) as { id: number; destination: number; state: DeliveryState }[];
  for (const { destination, state } of deliveries) countOut(tally, destination, state);
  writeTally(db, tally);
  // Where order is kept, what waited behind it may go now.
  if (deliveries.some(({ state }) => state === "pending")) noteDue(db);
  prepared(db, `DELETE FROM attempts WHERE delivery IN (${these})`).run(
    JSON.stringify(deliveries.map(({ id }) => id)),
  );
  const gone = prepared(db, `DELETE FROM scans WHERE id IN (${these}) RETURNING tag`).all(list);
  countGone(
    db,
    gone.flatMap(({ tag }) => (tag as string | null) ?? []),
  );
  return gone.length;
}
