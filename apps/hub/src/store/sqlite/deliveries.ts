import type { DatabaseSync } from "node:sqlite";
import type { Verdict } from "../../registers/verdict.ts";
import type { Attempt, Delivery, NewDelivery } from "../deliveries.ts";
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryColumns,
  toAttempt,
  toDelivery,
} from "../delivery-row.ts";
import { takesVerdict } from "../verdicts.ts";
import { prepared } from "./database.ts";
import { countAdded, type DeliveryTally } from "./delivery-counts.ts";
import { type DeliveryPage, type DeliverySearch, findDeliveries } from "./delivery-search.ts";
import { isRepeatedContent } from "./recent-contents.ts";

/** The parts of each route that its deliveries need, or undefined for a removed route. */
export type RouteParts = Map<number, RoutePart | undefined>;

type RoutePart = {
  destination: number;
  expires_ms: number | null;
  once_per_ms: number | null;
};

/**
 * Inserts the deliveries of a new scan. Call it inside the transaction that stores the scan, with
 * the same `routes` for the whole transaction. Returns their ids, with 0 for each delivery whose
 * route was removed or does not take the verdict. `contentKey` returns what counts as the content
 * of the scan for `oncePerMs`; without it, that does not apply.
 */
export function insertDeliveries(
  db: DatabaseSync,
  scan: number,
  deliveries: readonly NewDelivery[],
  {
    now,
    routes,
    tally,
    verdict,
    contentKey,
  }: {
    now: number;
    routes: RouteParts;
    tally: DeliveryTally;
    verdict?: Verdict | undefined;
    contentKey?: () => Buffer;
  },
): number[] {
  return deliveries.map((delivery) => {
    const { route, state: planned, claimedBy } = delivery;
    if (!takesVerdict(delivery, verdict)) return 0;
    const part = readRoutePart(db, route, routes);
    if (part === undefined) return 0;
    const { destination, expires_ms, once_per_ms } = part;
    const isRepeated =
      planned === "pending" &&
      once_per_ms !== null &&
      contentKey !== undefined &&
      isRepeatedContent(db, { route, content: contentKey(), scan, spanMs: once_per_ms, now });
    const state = isRepeated ? "dropped" : planned;
    const droppedFor = isRepeated ? "repeated" : null;
    countAdded(tally, destination, { state, droppedFor });
    const { lastInsertRowid } = prepared(
      db,
      `INSERT INTO deliveries
         (scan, route, destination, state, created_at, due_at, node, expires_at, dropped_for, within_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9)`,
    ).run(
      scan,
      route,
      destination,
      state,
      now,
      state === "pending" ? (claimedBy ?? null) : null,
      state === "pending" && expires_ms !== null ? now + expires_ms : null,
      droppedFor,
      isRepeated ? once_per_ms : null,
    );
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

/** Returns the parts of a route, from `routes` or else from the database; undefined if removed. */
export function readRoutePart(
  db: DatabaseSync,
  route: number,
  routes: RouteParts,
): RoutePart | undefined {
  if (!routes.has(route)) {
    const sql = `SELECT destination, expires_ms, once_per_ms FROM routes
      WHERE id = ? AND removed_at IS NULL`;
    routes.set(route, prepared(db, sql).get(route) as RoutePart | undefined);
  }
  return routes.get(route);
}

const select = `SELECT ${deliveryColumns}
  FROM deliveries JOIN routes ON routes.id = deliveries.route
  JOIN destinations ON destinations.id = deliveries.destination
  LEFT JOIN attempts ON attempts.id =
    (SELECT max(last.id) FROM attempts AS last WHERE last.delivery = deliveries.id)`;
