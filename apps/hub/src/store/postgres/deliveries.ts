import {
  type AttemptRow,
  type DeliveryRow,
  deliveryColumns,
  toAttempt,
  toDelivery,
} from "../delivery-row.ts";
import type {
  Attempt,
  Delivery,
  DeliveryCounts,
  DeliveryFilter,
  DeliveryState,
} from "../forwarding.ts";
import type { Query } from "./database.ts";
import { findDeliveries } from "./delivery-search.ts";
import { toWhole } from "./scans.ts";

export async function deliveries(
  query: Query,
  filter: DeliveryFilter,
  place: { before?: number; limit: number },
): Promise<Delivery[]> {
  const rows = await query<DeliveryRow>(
    `${select} WHERE deliveries.id = ANY ($1::bigint[]) ORDER BY deliveries.id DESC`,
    [await findDeliveries(query, filter, place)],
  );
  return rows.map(toDelivery);
}

export async function delivery(
  query: Query,
  id: number,
): Promise<(Delivery & { log: Attempt[] }) | undefined> {
  const [row] = await query<DeliveryRow>(`${select} WHERE deliveries.id = $1`, [toWhole(id)]);
  if (!row) return undefined;
  const log = await query<AttemptRow>(
    "SELECT id AS attempt, at, ms, node AS by, status, error, answer FROM attempts WHERE delivery = $1 ORDER BY id",
    [row.id],
  );
  return { ...toDelivery(row), log: log.map(toAttempt) };
}

export async function deliveryOf(
  query: Query,
  scan: number,
  route: number,
): Promise<Delivery | undefined> {
  const [row] = await query<DeliveryRow>(
    `${select} WHERE deliveries.scan = $1 AND deliveries.route = $2 ORDER BY deliveries.id DESC LIMIT 1`,
    [toWhole(scan), toWhole(route)],
  );
  return row && toDelivery(row);
}

/** The greatest id of a delivery; 0 without one. */
export async function lastDelivery(query: Query): Promise<number> {
  const [row] = await query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM deliveries");
  return row!.id;
}

export async function deliveryCounts(query: Query): Promise<DeliveryCounts[]> {
  const rows = await query<Omit<DeliveryCounts, "oldestPendingAt"> & { oldest: number | null }>(
    `SELECT destinations.name AS destination, ${sums},
       (SELECT created_at FROM deliveries
        WHERE deliveries.destination = destinations.id AND state = 'pending' ORDER BY id LIMIT 1) AS oldest
     FROM destinations JOIN delivery_counts AS counts ON counts.destination = destinations.id
     LEFT JOIN (
       SELECT destination, sum(accepted) AS accepted, sum(pending) AS pending, sum(delivered) AS delivered,
         sum(dead) AS dead, sum(dropped) AS dropped
       FROM delivery_changes GROUP BY destination
     ) AS changes ON changes.destination = destinations.id
     WHERE removed_at IS NULL ORDER BY destinations.name`,
  );
  return rows.map(({ oldest, ...counts }) => ({
    ...counts,
    ...(oldest === null ? {} : { oldestPendingAt: new Date(oldest).toISOString() }),
  }));
}

/** Belongs into a transaction. Of these, what is in this state and not under way is due now. */
export async function replay(
  query: Query,
  ids: readonly number[],
  state: DeliveryState | undefined,
  now: number | null,
): Promise<{ count: number; destinations: number[] }> {
  const [replayed] = await query<{ count: number }>(
    "SELECT replay_deliveries($1, $2, $3) AS count",
    [ids, state ?? null, now],
  );
  const rows = await query<{ destination: number }>(
    `SELECT DISTINCT destination FROM deliveries
     WHERE id = ANY ($1::bigint[]) AND state = 'pending' AND node IS NULL AND attempts = 0`,
    [ids],
  );
  return { count: replayed!.count, destinations: rows.map(({ destination }) => destination) };
}

/** Of these, what is pending and not under way is dropped. */
export async function drop(query: Query, ids: readonly number[]): Promise<number> {
  const [dropped] = await query<{ count: number }>("SELECT drop_deliveries($1, false) AS count", [
    ids,
  ]);
  return dropped!.count;
}

/** Drops what is pending for a destination that was removed, also what is under way; some at a time. */
export async function dropAllOf(query: Query, destination: number): Promise<void> {
  const pending =
    "ARRAY(SELECT id FROM deliveries WHERE destination = $1 AND state = 'pending' LIMIT 500)";
  for (let more = true; more; ) {
    const [row] = await query<{ dropped: number }>(
      `SELECT drop_deliveries(${pending}, true) AS dropped`,
      [destination],
    );
    more = row!.dropped > 0;
  }
}

const sums = ["accepted", "delivered", "dead", "pending", "dropped"]
  .map((part) => `(counts.${part} + coalesce(changes.${part}, 0))::bigint AS ${part}`)
  .join(", ");

const select = `SELECT ${deliveryColumns}
  FROM deliveries JOIN routes ON routes.id = deliveries.route
  JOIN destinations ON destinations.id = deliveries.destination
  LEFT JOIN LATERAL (
    SELECT * FROM attempts WHERE attempts.delivery = deliveries.id ORDER BY attempts.id DESC LIMIT 1
  ) AS attempts ON true`;
