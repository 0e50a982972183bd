import type { DatabaseSync } from "node:sqlite";
import { batchSize } from "../batches.ts";
import type { DeliveryState } from "../deliveries.ts";
import { prepared, transaction } from "./database.ts";
import {
  type CountedState,
  countChanged,
  type DeliveryTally,
  type DroppedFor,
  writeTally,
} from "./delivery-counts.ts";
import { announceDue } from "./nodes.ts";

/**
 * Makes deliveries due now, and resets their attempts to zero. Skips deliveries that are not in the
 * given state (null: any), that a node has claimed, or whose destination was removed. Returns the
 * destination of each changed delivery.
 */
export function replayBatch(
  db: DatabaseSync,
  ids: readonly number[],
  state: DeliveryState | null,
  now: number,
): number[] {
  return transaction(db, () => {
    const selected = prepared(
      db,
      `SELECT deliveries.id, deliveries.destination, deliveries.state,
         deliveries.dropped_for AS droppedFor, routes.expires_ms
       FROM deliveries JOIN destinations ON destinations.id = deliveries.destination
       JOIN routes ON routes.id = deliveries.route
       WHERE deliveries.id IN (SELECT value FROM json_each(?)) AND node IS NULL
         AND destinations.removed_at IS NULL AND coalesce(?, deliveries.state) = deliveries.state`,
    ).all(JSON.stringify(ids), state) as (SelectedDelivery & { expires_ms: number | null })[];
    const tally: DeliveryTally = new Map();
    for (const { id, destination, expires_ms, ...from } of selected) {
      countChanged(tally, destination, from, { state: "pending" });
      makeDue(db, id, expires_ms, now);
    }
    writeTally(db, tally);
    if (selected.length > 0) announceDue(db);
    return selected.map(({ destination }) => destination);
  });
}

/** Makes an existing delivery pending and due now. Its time until it expires begins again. */
export function makeDue(db: DatabaseSync, id: number, expiresMs: number | null, now: number): void {
  prepared(
    db,
    `UPDATE deliveries SET state = 'pending', attempts = 0, due_at = ?2, expires_at = ?2 + ?3,
       dropped_for = NULL, within_ms = NULL
     WHERE id = ?1`,
  ).run(id, now, expiresMs);
}

/**
 * Drops some pending deliveries that have expired and that no node has claimed. Returns their
 * number, and when the next pending delivery expires, in milliseconds since 1970.
 */
export function dropExpiredBatch(
  db: DatabaseSync,
  now: number,
): { count: number; next?: number | undefined } {
  return transaction(db, () => {
    const expired = prepared(
      db,
      `SELECT id, destination, state FROM deliveries
       WHERE state = 'pending' AND expires_at IS NOT NULL AND expires_at <= ? AND node IS NULL
       ORDER BY expires_at LIMIT ?`,
    ).all(now, batchSize) as SelectedDelivery[];
    const count = drop(db, expired, "expired");
    const next = prepared(
      db,
      `SELECT expires_at FROM deliveries WHERE state = 'pending' AND expires_at IS NOT NULL
       ORDER BY expires_at LIMIT 1`,
    ).get();
    return { count, next: next?.expires_at as number | undefined };
  });
}

/**
 * Drops the given deliveries that are pending and that no node has claimed. Returns their number.
 */
export function dropBatch(db: DatabaseSync, ids: readonly number[]): number {
  return transaction(db, () =>
    drop(
      db,
      prepared(
        db,
        `SELECT id, destination, state FROM deliveries
         WHERE id IN (SELECT value FROM json_each(?)) AND state = 'pending' AND node IS NULL`,
      ).all(JSON.stringify(ids)) as SelectedDelivery[],
    ),
  );
}

/**
 * Drops some pending deliveries of a removed destination, including claimed ones. Returns their
 * number.
 */
export function dropBatchOfDestination(db: DatabaseSync, destination: number): number {
  return transaction(db, () =>
    drop(
      db,
      prepared(
        db,
        `SELECT id, destination, state FROM deliveries
         WHERE destination = ? AND state = 'pending' LIMIT ?`,
      ).all(destination, batchSize) as SelectedDelivery[],
    ),
  );
}

type SelectedDelivery = { id: number; destination: number } & CountedState;

function drop(
  db: DatabaseSync,
  selected: readonly SelectedDelivery[],
  droppedFor: DroppedFor | null = null,
): number {
  const tally: DeliveryTally = new Map();
  for (const { id, destination, state } of selected) {
    countChanged(tally, destination, { state }, { state: "dropped", droppedFor });
    prepared(
      db,
      "UPDATE deliveries SET state = 'dropped', node = NULL, dropped_for = ? WHERE id = ?",
    ).run(droppedFor, id);
  }
  writeTally(db, tally);
  // At an ordered destination, the deliveries after the dropped ones may be due now.
  if (selected.length > 0) announceDue(db);
  return selected.length;
}
