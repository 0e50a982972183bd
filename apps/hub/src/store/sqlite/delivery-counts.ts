import type { DatabaseSync } from "node:sqlite";
import type { DeliveryCounts, DeliveryState } from "../forwarding.ts";
import { prepared } from "./database.ts";

/** How many deliveries of each destination came into being or ceased (`accepted`), or changed their state. */
export type Tally = Map<number, Record<DeliveryState | "accepted", number>>;

export function countIn(tally: Tally, destination: number, state: DeliveryState): void {
  const counts = countsOf(tally, destination);
  counts.accepted += 1;
  counts[state] += 1;
}

export function countOut(tally: Tally, destination: number, state: DeliveryState): void {
  const counts = countsOf(tally, destination);
  counts.accepted -= 1;
  counts[state] -= 1;
}

export function countMove(
  tally: Tally,
  destination: number,
  from: DeliveryState,
  to: DeliveryState,
): void {
  const counts = countsOf(tally, destination);
  counts[from] -= 1;
  counts[to] += 1;
}

/** Keeps the counts true; belongs into the transaction that made what was tallied. */
export function writeTally(db: DatabaseSync, tally: Tally): void {
  for (const [destination, { accepted, pending, delivered, dead, dropped }] of tally) {
    prepared(
      db,
      `UPDATE delivery_counts SET accepted = accepted + ?2, pending = pending + ?3,
         delivered = delivered + ?4, dead = dead + ?5, dropped = dropped + ?6
       WHERE destination = ?1`,
    ).run(destination, accepted, pending, delivered, dead, dropped);
  }
}

export function deliveryCounts(db: DatabaseSync): DeliveryCounts[] {
  const rows = prepared(
    db,
    `SELECT destinations.name AS destination, accepted, delivered, dead, pending, dropped,
       (SELECT created_at FROM deliveries
        WHERE deliveries.destination = destinations.id AND state = 'pending' ORDER BY id LIMIT 1) AS oldest
     FROM destinations JOIN delivery_counts ON delivery_counts.destination = destinations.id
     WHERE removed_at IS NULL ORDER BY destinations.name`,
  ).all() as (Omit<DeliveryCounts, "oldestPendingAt"> & { oldest: number | null })[];
  return rows.map(({ oldest, ...counts }) => ({
    ...counts,
    ...(oldest === null ? {} : { oldestPendingAt: new Date(oldest).toISOString() }),
  }));
}

function countsOf(tally: Tally, destination: number) {
  const counts = tally.get(destination) ?? {
    accepted: 0,
    pending: 0,
    delivered: 0,
    dead: 0,
    dropped: 0,
  };
  tally.set(destination, counts);
  return counts;
}
