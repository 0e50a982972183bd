import type { Again, RoutedScan } from "../deliveries.ts";
import { resendable } from "../sending.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

// In the queries, + 0 keeps the planner from walking over all ids, because a scan has few
// deliveries.

/**
 * Returns the given scans that are stored, in the order of their ids, each with the state of its
 * delivery over the route.
 */
export function routedScans(
  query: Query,
  route: number,
  scans: readonly number[],
): Promise<RoutedScan[]> {
  return query<RoutedScan>(
    `SELECT scans.id AS scan, latest.state
     FROM scans LEFT JOIN LATERAL (
       SELECT deliveries.state FROM deliveries JOIN routes ON routes.id = deliveries.route
       WHERE deliveries.scan = scans.id AND deliveries.route = $1
         AND deliveries.destination = routes.destination
       ORDER BY deliveries.id + 0 DESC LIMIT 1
     ) AS latest ON true
     WHERE scans.id = ANY ($2::bigint[]) ORDER BY scans.id`,
    [toBigint(route), scans.map(toBigint)],
  );
}

/**
 * Makes a delivery over the route due now for each of the given scans that is stored: its existing
 * delivery with its attempts reset to zero, or a new one. `again` and `asOf` exclude some existing
 * deliveries, as in `sendScans`. Times are milliseconds since 1970; `now` is null for the clock of
 * the database. Returns the number of deliveries, or undefined if the route was removed. Call it
 * inside a transaction.
 */
export async function sendBatch(
  query: Query,
  route: number,
  scans: readonly number[],
  { again, asOf = Number.MAX_SAFE_INTEGER }: { again: Again; asOf?: number | undefined },
  now: number | null,
): Promise<number | undefined> {
  const ids = scans.map(toBigint);
  // The lock keeps scans from being deleted meanwhile, and other requests from sending the same
  // scans.
  await query("SELECT lock_scans()");
  await query(
    "SELECT id FROM deliveries WHERE scan = ANY ($1::bigint[]) AND route = $2 ORDER BY id FOR NO KEY UPDATE",
    [ids, toBigint(route)],
  );
  const [target] = await query<{ destination: number; expires_ms: number | null }>(
    "SELECT destination, expires_ms FROM routes WHERE id = $1 AND removed_at IS NULL",
    [toBigint(route)],
  );
  if (!target) return undefined;
  const [sent] = await query<{ count: number }>(
    `WITH chosen AS MATERIALIZED (
       SELECT scans.id AS scan, latest.id AS delivery, latest.state, latest.dropped_for
       FROM scans LEFT JOIN LATERAL (
         SELECT id, state, dropped_for, due_at FROM deliveries
         WHERE scan = scans.id AND route = $1 AND destination = $2
         ORDER BY id + 0 DESC LIMIT 1
       ) AS latest ON true
       WHERE scans.id = ANY ($3::bigint[]) AND (latest.id IS NULL OR (
         latest.state = ANY ($4::text[]) AND latest.due_at < $5
         AND NOT EXISTS (SELECT FROM attempts WHERE delivery = latest.id AND at >= $5)
       ))
     ), time AS MATERIALIZED (SELECT coalesce($6::bigint, moment()) AS now
     ), inserted AS (
       INSERT INTO deliveries (scan, route, destination, state, created_at, due_at, expires_at)
       SELECT scan, $1, $2, 'pending', now, now, now + $7::bigint FROM chosen, time WHERE delivery IS NULL ORDER BY scan
     ), changed AS (
       UPDATE deliveries SET state = 'pending', attempts = 0, due_at = time.now,
         expires_at = time.now + $7::bigint, dropped_for = NULL, within_ms = NULL
       FROM chosen, time WHERE deliveries.id = chosen.delivery
     ), counted AS (
       INSERT INTO delivery_changes
         (destination, accepted, pending, delivered, dead, dropped, delivered_before, expired, repeated)
       SELECT $2, count(*) FILTER (WHERE delivery IS NULL), count(*),
         -count(*) FILTER (WHERE state = 'delivered'), -count(*) FILTER (WHERE state = 'dead'),
         -count(*) FILTER (WHERE state = 'dropped'), count(*) FILTER (WHERE state = 'delivered'),
         -count(*) FILTER (WHERE dropped_for = 'expired'), -count(*) FILTER (WHERE dropped_for = 'repeated')
       FROM chosen HAVING count(*) > 0
     )
     SELECT count(*) AS count, pg_notify('scanhook', 'due') FROM chosen`,
    [
      toBigint(route),
      target.destination,
      ids,
      resendable[again],
      toBigint(asOf),
      now,
      target.expires_ms,
    ],
  );
  return sent!.count;
}
