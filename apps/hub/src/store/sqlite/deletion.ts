import type { DatabaseSync } from "node:sqlite";
import { batchSize } from "../batches.ts";
import { type ExpiringRow, toExpiringScans } from "../expiring-row.ts";
import type { ExpiringScans, RetentionLimits } from "../retention.ts";
import { erasing, prepared, transaction } from "./database.ts";
import {
  type CountedState,
  countDeleted,
  type DeliveryTally,
  writeTally,
} from "./delivery-counts.ts";
import { noteDeletedWords } from "./erase-words.ts";
import { announceDue } from "./nodes.ts";
import { countDeletedScans } from "./tag-counts.ts";

/**
 * Returns the ids of at most `limit` scans beyond the limits of their inbox, the oldest of each
 * inbox first. Skips scans with pending deliveries.
 */
export function expiredScans(db: DatabaseSync, limit: number, now: number): number[] {
  const inboxes = prepared(
    db,
    `SELECT name, keep_days, keep_scans FROM inboxes
     WHERE (keep_days IS NOT NULL OR keep_scans IS NOT NULL) AND name NOT IN (SELECT inbox FROM audits)`,
  ).all() as { name: string; keep_days: number | null; keep_scans: number | null }[];
  const expired = new Set<number>();
  /** Adds the scans of an inbox that meet a condition. `idOrTime` is the value of `?2` in it. */
  const add = (condition: string, inbox: string, idOrTime: number) => {
    const rows = prepared(
      db,
      `SELECT id FROM scans WHERE inbox = ?1 AND ${condition} AND ${hasNothingPending} ORDER BY id LIMIT ?3`,
    ).all(inbox, idOrTime, limit - expired.size);
    for (const { id } of rows) expired.add(id as number);
  };
  for (const { name, keep_days, keep_scans } of inboxes) {
    if (keep_scans !== null) add("id <= ?2", name, findNewestBeyond(db, name, keep_scans));
    if (keep_days !== null) {
      const oldestKept = now - keep_days * dayMs;
      add(receivedBefore, name, oldestKept);
      add(wasAhead(now, "?2"), name, oldestKept);
    }
  }
  return [...expired];
}

/** Counts the scans of an inbox beyond these limits, unless it has an audit trail. */
export function countExpiring(
  db: DatabaseSync,
  now: number,
  inbox: string,
  { keepDays, keepScans }: RetentionLimits,
): ExpiringScans {
  const row = prepared(
    db,
    `SELECT count(*) AS scans, count(*) FILTER (WHERE NOT ${hasNothingPending}) AS pending,
       min(received_at) AS oldest, max(received_at) AS newest
     FROM scans WHERE inbox = :inbox AND (id <= :newestBeyond OR received_at < :oldestKept AND ${isCorrectedBefore(":oldestKept")}
         OR ${wasAhead(now, ":oldestKept")})
       AND inbox NOT IN (SELECT inbox FROM audits)`,
  ).get({
    inbox,
    newestBeyond: keepScans === undefined ? 0 : findNewestBeyond(db, inbox, keepScans),
    oldestKept: keepDays === undefined ? 0 : now - keepDays * dayMs,
  });
  return toExpiringScans(row as ExpiringRow);
}

/**
 * Deletes the given scans that have no pending delivery and belong to no audit trail, and returns
 * their number. It checks both again, because they may have changed since `expiredScans`.
 */
export function deleteExpired(db: DatabaseSync, ids: readonly number[]): number {
  return transaction(db, () =>
    removeScans(
      db,
      prepared(
        db,
        `SELECT id FROM scans WHERE id IN (SELECT value FROM json_each(?))
         AND inbox NOT IN (SELECT inbox FROM audits) AND ${hasNothingPending}`,
      ).all(JSON.stringify(ids)),
    ),
  );
}

/** Deletes some scans of an inbox that has no audit trail, and returns their number. */
export function deleteScanBatch(db: DatabaseSync, inbox: string): number {
  return transaction(db, () =>
    eraseScans(
      db,
      prepared(
        db,
        "SELECT id FROM scans WHERE inbox = ? AND inbox NOT IN (SELECT inbox FROM audits) LIMIT ?",
      ).all(inbox, batchSize),
    ),
  );
}

/**
 * Permanently deletes scans, even those with pending deliveries. Returns their ids. Skips scans of
 * an audit trail.
 */
export function deleteForGood(db: DatabaseSync, ids: readonly number[]): number[] {
  return transaction(db, () => {
    const rows = prepared(
      db,
      `SELECT id FROM scans WHERE id IN (SELECT value FROM json_each(?))
       AND inbox NOT IN (SELECT inbox FROM audits)`,
    ).all(JSON.stringify(ids));
    eraseScans(db, rows);
    return rows.map(({ id }) => id as number);
  });
}

/**
 * Lists removed destinations that still have pending deliveries because the removal was
 * interrupted.
 */
export function removedDestinationsWithPending(db: DatabaseSync): number[] {
  const sql = `SELECT id FROM destinations JOIN delivery_counts ON destination = id
    WHERE removed_at IS NOT NULL AND pending > 0`;
  return prepared(db, sql)
    .all()
    .map((row) => row.id as number);
}

const dayMs = 86_400_000;

const hasNothingPending =
  "NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')";

// Because of the condition on the id, a hub without expired scans does not read all scans.
const receivedBefore = `received_at < ?2
  AND id <= (SELECT max(id) FROM scans INDEXED BY scans_received_at WHERE received_at < ?2)
  AND ${isCorrectedBefore("?2")}`;

/**
 * Returns the condition that a scan was received while the clock was right, or that the clock was
 * corrected before a time. The age of a scan counts from the correction. `time` is SQL.
 */
function isCorrectedBefore(time: string): string {
  return `NOT EXISTS (SELECT 1 FROM clock_faults WHERE scans.id >= first_scan
    AND scans.id <= coalesce(last_scan, scans.id) AND coalesce(corrected_at, ${time}) >= ${time})`;
}

/**
 * Returns the condition that a scan was received while the clock was ahead, and that the clock was
 * corrected before a time. `time` is SQL.
 */
function wasAhead(now: number, time: string): string {
  return `received_at > ${Math.trunc(now)} AND EXISTS (SELECT 1 FROM clock_faults
    WHERE scans.id BETWEEN first_scan AND last_scan AND corrected_at < ${time})`;
}

/**
 * Returns the id of the newest scan beyond the `keepScans` newest ones, or 0 when there is none.
 */
function findNewestBeyond(db: DatabaseSync, inbox: string, keepScans: number): number {
  const sql = "SELECT id FROM scans WHERE inbox = ? ORDER BY id DESC LIMIT 1 OFFSET ?";
  return (prepared(db, sql).get(inbox, keepScans)?.id as number | undefined) ?? 0;
}

/**
 * Deletes scans as `removeScans` does, overwrites them in the file, and notes that their words have
 * to be erased.
 */
export function eraseScans(db: DatabaseSync, rows: readonly Record<string, unknown>[]): number {
  const deleted = erasing(db, () => removeScans(db, rows));
  if (deleted > 0) noteDeletedWords(db);
  return deleted;
}

/**
 * Deletes scans with their deliveries and attempts, and returns their number. Call it inside a
 * transaction.
 */
function removeScans(db: DatabaseSync, rows: readonly Record<string, unknown>[]): number {
  const listed = "SELECT value FROM json_each(?)";
  const scanIds = JSON.stringify(rows.map(({ id }) => id));
  const tally: DeliveryTally = new Map();
  const deliveries = prepared(
    db,
    `DELETE FROM deliveries WHERE scan IN (${listed}) RETURNING id, destination, state, dropped_for AS droppedFor`,
  ).all(scanIds) as ({ id: number; destination: number } & CountedState)[];
  for (const { destination, ...deleted } of deliveries) countDeleted(tally, destination, deleted);
  writeTally(db, tally);
  // At an ordered destination, the deliveries after the deleted ones may be due now.
  if (deliveries.some(({ state }) => state === "pending")) announceDue(db);
  prepared(db, `DELETE FROM attempts WHERE delivery IN (${listed})`).run(
    JSON.stringify(deliveries.map(({ id }) => id)),
  );
  const deleted = prepared(db, `DELETE FROM scans WHERE id IN (${listed}) RETURNING tag`).all(
    scanIds,
  );
  countDeletedScans(
    db,
    deleted.flatMap(({ tag }) => (tag as string | null) ?? []),
  );
  return deleted.length;
}
