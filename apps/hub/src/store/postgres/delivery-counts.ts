import type { DeliveryCounts } from "../deliveries.ts";
import type { Query } from "./database.ts";

/**
 * Returns the counts of each destination, including the changes that `foldDeliveryChanges` has not
 * added to them yet.
 */
export async function deliveryCounts(query: Query): Promise<DeliveryCounts[]> {
  const rows = await query<Omit<DeliveryCounts, "oldestPendingAt"> & { oldest: number | null }>(
    `SELECT destinations.name AS destination, ${sums},
       (${sumOf("delivered")} + ${sumOf("delivered_before")})::bigint AS "deliveredTotal",
       (SELECT created_at FROM deliveries
        WHERE deliveries.destination = destinations.id AND state = 'pending' ORDER BY id LIMIT 1) AS oldest
     FROM destinations JOIN delivery_counts AS counts ON counts.destination = destinations.id
     LEFT JOIN (
       SELECT destination, sum(accepted) AS accepted, sum(pending) AS pending, sum(delivered) AS delivered,
         sum(dead) AS dead, sum(dropped) AS dropped, sum(delivered_before) AS delivered_before,
         sum(expired) AS expired, sum(repeated) AS repeated
       FROM delivery_changes GROUP BY destination
     ) AS changes ON changes.destination = destinations.id
     WHERE removed_at IS NULL ORDER BY destinations.name`,
  );
  return rows.map(({ oldest, ...counts }) => ({
    ...counts,
    oldestPendingAt: oldest === null ? undefined : new Date(oldest).toISOString(),
  }));
}

/**
 * Adds the recorded changes to the counts. Only one node does so at a time; meanwhile, the function
 * returns immediately on the others.
 */
export async function foldDeliveryChanges(query: Query): Promise<void> {
  await query("SELECT fold_delivery_changes()");
}

const sumOf = (part: string) => `counts.${part} + coalesce(changes.${part}, 0)`;

const sums = ["accepted", "delivered", "dead", "pending", "dropped", "expired", "repeated"]
  .map((part) => `(${sumOf(part)})::bigint AS ${part}`)
  .join(", ");
