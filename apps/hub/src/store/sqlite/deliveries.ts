import type { DatabaseSync } from "node:sqlite";
import type { Verdict } from "../../registers/register.ts";
import type { Attempt, Delivery, NewDelivery } from "../deliveries.ts";
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryColumns,
  toAttempt,
  toDelivery,
} from "../delivery-row.ts";
import { takesVerdict } from "../judge.ts";
import { prepared } from "./database.ts";
import { countAdded, type DeliveryTally } from "./delivery-counts.ts";
import { type DeliveryPage, type DeliverySearch, findDeliveries } from "./delivery-search.ts";

/**
 * The destination of each route, or undefined for a removed route. Valid during one transaction.
 */
export type RouteDestinations = Map<number, number | undefined>;

/**
 * Inserts the deliveries of a new scan. Call it inside the transaction that stores the scan.
 * Returns their ids, with 0 for each delivery whose route was removed or does not take the verdict.
 */
export function insertDeliveries(
  db: DatabaseSync,
  scan: number,
  deliveries: readonly NewDelivery[],
  {
    now,
    destinations,
    tally,
    verdict,
  }: {
    now: number;
    destinations: RouteDestinations;
    tally: DeliveryTally;
    verdict?: Verdict | undefined;
  },
): number[] {
  return deliveries.map((delivery) => {
    const { route, state, claimedBy } = delivery;
    if (!takesVerdict(delivery, verdict)) return 0;
    if (!destinations.has(route)) destinations.set(route, destinationOf(db, route));
    const destination = destinations.get(route);
    if (destination === undefined) return 0;
    countAdded(tally, destination, state);
    const { lastInsertRowid } = prepared(
      db,
      `INSERT INTO deliveries (scan, route, destination, state, created_at, due_at, node)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)`,
    ).run(scan, route, destination, state, now, state === "pending" ? (claimedBy ?? null) : null);
    return Number(lastInsertRowid);
  });
}

export function deliveries(
  db: DatabaseSync,
  search: DeliverySearch,
  page: DeliveryPage,
): Delivery[] {
  const rows = prepared(
    db,
    `${select} WHERE deliveries.id IN (SELECT value FROM json_each(?)) ORDER BY deliveries.id DESC`,
  ).all(JSON.stringify(findDeliveries(db, search, page)));
  return (rows as DeliveryRow[]).map(toDelivery);
}

export function delivery(
  db: DatabaseSync,
  id: number,
): (Delivery & { log: Attempt[] }) | undefined {
  const row = prepared(db, `${select} WHERE deliveries.id = ?`).get(id);
  if (!row) return undefined;
  const log = prepared(
    db,
    "SELECT id AS attempt, at, ms, node AS by, status, error, answer FROM attempts WHERE delivery = ? ORDER BY id",
  ).all(id);
  return { ...toDelivery(row as DeliveryRow), log: (log as AttemptRow[]).map(toAttempt) };
}

export function deliveryOf(db: DatabaseSync, scan: number, route: number): Delivery | undefined {
  const row = prepared(
    db,
    `${select} WHERE deliveries.scan = ? AND deliveries.route = ? ORDER BY deliveries.id DESC LIMIT 1`,
  ).get(scan, route);
  return row && toDelivery(row as DeliveryRow);
}

/** Returns the greatest id ever used, or 0 before the first delivery. */
export function lastDelivery(db: DatabaseSync): number {
  const row = prepared(db, "SELECT seq FROM sqlite_sequence WHERE name = 'deliveries'").get();
  return (row?.seq as number | undefined) ?? 0;
}

function destinationOf(db: DatabaseSync, route: number): number | undefined {
  const sql = "SELECT destination FROM routes WHERE id = ? AND removed_at IS NULL";
  return prepared(db, sql).get(route)?.destination as number | undefined;
}

const select = `SELECT ${deliveryColumns}
  FROM deliveries JOIN routes ON routes.id = deliveries.route
  JOIN destinations ON destinations.id = deliveries.destination
  LEFT JOIN attempts ON attempts.id =
    (SELECT max(last.id) FROM attempts AS last WHERE last.delivery = deliveries.id)`;
