import type { Attempt, Delivery, DeliveryFilter } from "../deliveries.ts";
import {
  type AttemptRow,
  type DeliveryRow,
  deliveryColumns,
  toAttempt,
  toDelivery,
} from "../delivery-row.ts";
import type { Query } from "./database.ts";
import { type DeliveryPage, findDeliveries } from "./delivery-search.ts";
import { toBigint } from "./scans.ts";

export async function deliveries(
  query: Query,
  filter: DeliveryFilter,
  page: DeliveryPage,
): Promise<Delivery[]> {
  const rows = await query<DeliveryRow>(
    `${select} WHERE deliveries.id = ANY ($1::bigint[]) ORDER BY deliveries.id DESC`,
    [await findDeliveries(query, filter, page)],
  );
  return rows.map(toDelivery);
}

export async function delivery(
  query: Query,
  id: number,
): Promise<(Delivery & { log: Attempt[] }) | undefined> {
  const [row] = await query<DeliveryRow>(`${select} WHERE deliveries.id = $1`, [toBigint(id)]);
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
    [toBigint(scan), toBigint(route)],
  );
  return row && toDelivery(row);
}

/** Returns the greatest id of a delivery, or 0 without deliveries. */
export async function lastDelivery(query: Query): Promise<number> {
  const [row] = await query<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM deliveries");
  return row!.id;
}

const select = `SELECT ${deliveryColumns}
  FROM deliveries JOIN routes ON routes.id = deliveries.route
  JOIN destinations ON destinations.id = deliveries.destination
  LEFT JOIN LATERAL (
    SELECT * FROM attempts WHERE attempts.delivery = deliveries.id ORDER BY attempts.id DESC LIMIT 1
  ) AS attempts ON true`;
