import type { DatabaseSync } from "node:sqlite";
import type { DeliveryCounts, DeliveryState, Dropped } from "../deliveries.ts";
import { prepared } from "./database.ts";

/**
 * The changes of the counts of each destination. `accepted` changes with new and deleted
 * deliveries. `deliveredBefore` counts deliveries that were once delivered but no longer have that
 * state. The other counts are those of the states, and of the reasons of dropped deliveries.
 */
export type DeliveryTally = Map<
  number,
  Record<DeliveryState | DroppedFor | "accepted" | "deliveredBefore", number>
>;

/** The reason why the hub itself dropped a delivery. */
export type DroppedFor = Dropped["reason"];

/** The state as which a delivery is counted. */
export type CountedState = { state: DeliveryState; droppedFor?: DroppedFor | null };

/** Counts a new delivery. */
export function countAdded(tally: DeliveryTally, destination: number, added: CountedState): void {
  const counts = countsOf(tally, destination);
  counts.accepted += 1;
  countState(counts, added, 1);
}

/** Counts a restored delivery. */
export function countRestored(
  tally: DeliveryTally,
  destination: number,
  restored: CountedState,
): void {
  countAdded(tally, destination, restored);
  if (restored.state === "delivered") countsOf(tally, destination).deliveredBefore -= 1;
}

/** Counts a deleted delivery. */
export function countDeleted(
  tally: DeliveryTally,
  destination: number,
  deleted: CountedState,
): void {
  const counts = countsOf(tally, destination);
  counts.accepted -= 1;
  countState(counts, deleted, -1);
  if (deleted.state === "delivered") counts.deliveredBefore += 1;
}

/** Counts a change of state. */
export function countChanged(
  tally: DeliveryTally,
  destination: number,
  from: CountedState,
  to: CountedState,
): void {
  const counts = countsOf(tally, destination);
  countState(counts, from, -1);
  countState(counts, to, 1);
  if (from.state === "delivered") counts.deliveredBefore += 1;
}

/** Adds a tally to the stored counts. Call inside the transaction of the changes that it counts. */
export function writeTally(db: DatabaseSync, tally: DeliveryTally): void {
  for (const [destination, counts] of tally) {
    const { accepted, pending, delivered, dead, dropped } = counts;
    const { deliveredBefore, expired, repeated } = counts;
    prepared(
      db,
      `UPDATE delivery_counts SET accepted = accepted + ?2, pending = pending + ?3,
         delivered = delivered + ?4, dead = dead + ?5, dropped = dropped + ?6,
         delivered_before = delivered_before + ?7, expired = expired + ?8, repeated = repeated + ?9
       WHERE destination = ?1`,
    ).run(
      destination,
      accepted,
      pending,
      delivered,
      dead,
      dropped,
      deliveredBefore,
      expired,
      repeated,
    );
  }
}

export function deliveryCounts(db: DatabaseSync): DeliveryCounts[] {
  const rows = prepared(
    db,
    `SELECT destinations.name AS destination, accepted, delivered, dead, pending, dropped,
       expired, repeated,
       delivered + delivered_before AS deliveredTotal,
       (SELECT created_at FROM deliveries
        WHERE deliveries.destination = destinations.id AND state = 'pending' ORDER BY id LIMIT 1) AS oldest
     FROM destinations JOIN delivery_counts ON delivery_counts.destination = destinations.id
     WHERE removed_at IS NULL ORDER BY destinations.name`,
  ).all() as (Omit<DeliveryCounts, "oldestPendingAt"> & { oldest: number | null })[];
  return rows.map(({ oldest, ...counts }) => ({
    ...counts,
    oldestPendingAt: oldest === null ? undefined : new Date(oldest).toISOString(),
  }));
}

type Counts = DeliveryTally extends Map<number, infer Value> ? Value : never;

function countState(counts: Counts, { state, droppedFor }: CountedState, by: 1 | -1): void {
  counts[state] += by;
  if (droppedFor) counts[droppedFor] += by;
}

function countsOf(tally: DeliveryTally, destination: number): Counts {
  const counts = tally.get(destination) ?? {
    accepted: 0,
    pending: 0,
    delivered: 0,
    dead: 0,
    dropped: 0,
    deliveredBefore: 0,
    expired: 0,
    repeated: 0,
  };
  tally.set(destination, counts);
  return counts;
}
