import type { DatabaseSync } from "node:sqlite";
import type { Again, RoutedScan } from "../deliveries.ts";
import { resendable } from "../sending.ts";
import { prepared, transaction } from "./database.ts";
import { insertDeliveries, type RouteParts, readRoutePart } from "./deliveries.ts";
import {
  type CountedState,
  countChanged,
  type DeliveryTally,
  writeTally,
} from "./delivery-counts.ts";
import { announceDue } from "./nodes.ts";
import { makeDue } from "./replay.ts";

// In the queries, a + keeps SQLite from using the index of that column: a scan has fewer deliveries
// than a route.

/**
 * Returns the given scans that are stored, in the order of their ids, each with the state of its
 * delivery over the route.
 */
export function routedScans(
  db: DatabaseSync,
  route: number,
  scans: readonly number[],
): RoutedScan[] {
  return prepared(
    db,
    `SELECT scans.id AS scan, (
       SELECT deliveries.state FROM deliveries JOIN routes ON routes.id = deliveries.route
       WHERE deliveries.scan = scans.id AND +deliveries.route = ?1
         AND +deliveries.destination = routes.destination
       ORDER BY +deliveries.id DESC LIMIT 1
     ) AS state
     FROM scans WHERE scans.id IN (SELECT value FROM json_each(?2)) ORDER BY scans.id`,
  ).all(route, JSON.stringify(scans)) as RoutedScan[];
}

/**
 * Makes a delivery over the route due now for each of the given scans that is stored: its existing
 * delivery with its attempts reset to zero, or a new one. `again` and `asOf` exclude some existing
 * deliveries, as in `sendScans`. Times are milliseconds since 1970. Returns the number of
 * deliveries, or undefined if the route was removed.
 */
export function sendBatch(
  db: DatabaseSync,
  route: number,
  scans: readonly number[],
  { again, asOf = Number.MAX_SAFE_INTEGER }: { again: Again; asOf?: number | undefined },
  now: number,
): number | undefined {
  return transaction(db, () => {
    const routes: RouteParts = new Map();
    const part = readRoutePart(db, route, routes);
    if (part === undefined) return undefined;
    const { destination, expires_ms } = part;
    const chosen = prepared(
      db,
      `SELECT scans.id AS scan, latest.id AS delivery, latest.state,
         latest.dropped_for AS droppedFor
       FROM scans LEFT JOIN deliveries AS latest ON latest.id = (
         SELECT max(id) FROM deliveries
         WHERE scan = scans.id AND +route = :route AND +destination = :destination
       )
       WHERE scans.id IN (SELECT value FROM json_each(:scans)) AND (latest.id IS NULL OR (
         latest.state IN (SELECT value FROM json_each(:states)) AND latest.due_at < :asOf
         AND NOT EXISTS (SELECT 1 FROM attempts WHERE delivery = latest.id AND at >= :asOf)
       ))
       ORDER BY scans.id`,
    ).all({
      route,
      destination,
      scans: JSON.stringify(scans),
      states: JSON.stringify(resendable[again]),
      asOf,
    }) as ({ scan: number } & (({ delivery: number } & CountedState) | { delivery: null }))[];
    const tally: DeliveryTally = new Map();
    for (const latest of chosen) {
      if (latest.delivery === null) {
        insertDeliveries(db, latest.scan, [{ route, state: "pending" }], { now, routes, tally });
        continue;
      }
      countChanged(tally, destination, latest, { state: "pending" });
      makeDue(db, latest.delivery, expires_ms, now);
    }
    writeTally(db, tally);
    if (chosen.length > 0) announceDue(db);
    return chosen.length;
  });
}
