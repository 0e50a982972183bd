import type { DatabaseSync } from "node:sqlite";
import type { DeliveryState } from "../forwarding.ts";
import { prepared, transaction } from "./database.ts";
import { countMove, type Tally, writeTally } from "./delivery-counts.ts";
import { noteDue } from "./nodes.ts";

/**
 * Of these, what is in this state (any, when null) and not under way is due now, unless its destination is gone. Answers
 * the destination of each.
 */
export function replaySome(
  db: DatabaseSync,
  ids: readonly number[],
  state: DeliveryState | null,
  now: number,
): number[] {
  return transaction(db, () => {
    const found = prepared(
      db,
      `SELECT deliveries.id, destination, deliveries.state
       FROM deliveries JOIN destinations ON destinations.id = destination
       WHERE deliveries.id IN (SELECT value FROM json_each(?)) AND node IS NULL
         AND removed_at IS NULL AND coalesce(?, deliveries.state) = deliveries.state`,
    ).all(JSON.stringify(ids), state) as Found[];
    const tally: Tally = new Map();
    for (const { id, destination, state } of found) {
      countMove(tally, destination, state, "pending");
      prepared(
        db,
        "UPDATE deliveries SET state = 'pending', attempts = 0, due_at = ? WHERE id = ?",
      ).run(now, id);
    }
    writeTally(db, tally);
    if (found.length > 0) noteDue(db);
    return found.map(({ destination }) => destination);
  });
}

/** Of these, what is pending and not under way is dropped. */
export function dropSome(db: DatabaseSync, ids: readonly number[]): number {
  return transaction(db, () =>
    drop(
      db,
      prepared(
        db,
        `SELECT id, destination, state FROM deliveries
         WHERE id IN (SELECT value FROM json_each(?)) AND state = 'pending' AND node IS NULL`,
      ).all(JSON.stringify(ids)) as Found[],
    ),
  );
}

/** Drops some of what is pending for a destination that was removed, also what is under way; answers how many. */
export function dropSomeOf(db: DatabaseSync, destination: number): number {
  return transaction(db, () =>
    drop(
      db,
      prepared(
        db,
        `SELECT id, destination, state FROM deliveries
         WHERE destination = ? AND state = 'pending' LIMIT 500`,
      ).all(destination) as Found[],
    ),
  );
}

type Found = { id: number; destination: number; state: DeliveryState };

function drop(db: DatabaseSync, found: readonly Found[]): number {
  const tally: Tally = new Map();
  for (const { id, destination, state } of found) {
    countMove(tally, destination, state, "dropped");
    prepared(db, "UPDATE deliveries SET state = 'dropped', node = NULL WHERE id = ?").run(id);
  }
  writeTally(db, tally);
  // Where order is kept, what waited behind it may go now.
  if (found.length > 0) noteDue(db);
  return found.length;
}
