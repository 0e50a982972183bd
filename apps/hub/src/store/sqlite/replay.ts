import type { DatabaseSync } from "node:sqlite";
import { batchSize } from "../batches.ts";
import type { DeliveryState } from "../deliveries.ts";
import { prepared, transaction } from "./database.ts";
import { countChanged, type DeliveryTally, writeTally } from "./delivery-counts.ts";
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
      `SELECT deliveries.id, destination, deliveries.state
       FROM deliveries JOIN destinations ON destinations.id = destination
       WHERE deliveries.id IN (SELECT value FROM json_each(?)) AND node IS NULL
         AND removed_at IS NULL AND coalesce(?, deliveries.state) = deliveries.state`,
    ).all(JSON.stringify(ids), state) as SelectedDelivery[];
    const tally: DeliveryTally = new Map();
    for (const { id, destination, state } of selected) {
      countChanged(tally, destination, state, "pending");
      prepared(
        db,
        "UPDATE deliveries SET state = 'pending', attempts = 0, due_at = ? WHERE id = ?",
      ).run(now, id);
    }
    writeTally(db, tally);
    if (selected.length > 0) announceDue(db);
    return selected.map(({ destination }) => destination);
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

type SelectedDelivery = { id: number; destination: number; state: DeliveryState };

function drop(db: DatabaseSync, selected: readonly SelectedDelivery[]): number {
  const tally: DeliveryTally = new Map();
  for (const { id, destination, state } of selected) {
    countChanged(tally, destination, state, "dropped");
    prepared(db, "UPDATE deliveries SET state = 'dropped', node = NULL WHERE id = ?").run(id);
  }
  writeTally(db, tally);
  // At an ordered destination, the deliveries after the dropped ones may be due now.
  if (selected.length > 0) announceDue(db);
  return selected.length;
}
