import type { DeliveryFilter, DeliveryState } from "../forwarding.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/** With `after`, oldest first from the next greater id. Otherwise newest first, from the next smaller id than `before`. */
export type DeliveryPage = { before?: number; after?: number; limit: number };

/** Returns the ids of the matching deliveries in the order of the page. Rejects with a RangeError for an invalid time. */
export async function findDeliveries(
  query: Query,
  filter: DeliveryFilter,
  { before, after, limit }: DeliveryPage,
): Promise<number[]> {
  const { ids, scan, route, destination, state } = filter;
  const range = await findIdRange(query, filter);
  if (!range) return [];
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const ascending = after !== undefined;
  const first = Math.max(range.first, ascending ? toBigint(after) + 1 : 0);
  const last = Math.min(range.last, before === undefined ? range.last : toBigint(before) - 1);
  const conditions = [
    `deliveries.id BETWEEN ${parameter(first)} AND ${parameter(last)}`,
    ids !== undefined && `deliveries.id = ANY (${parameter(ids.map(toBigint))}::bigint[])`,
    scan !== undefined && `scan = ${parameter(toBigint(scan))}`,
    route !== undefined &&
      `route = ANY (ARRAY(SELECT id FROM routes WHERE name = ${parameter(route)}))`,
    range.from !== undefined && `${receivedAt} >= ${parameter(range.from)}`,
    range.to !== undefined && `${receivedAt} < ${parameter(range.to)}`,
  ].filter((condition) => condition !== false);
  const orderAndLimit = `ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT ${toBigint(limit)}`;
  const find = (extraConditions: readonly string[]) =>
    `SELECT id FROM deliveries WHERE ${[...conditions, ...extraConditions].join(" AND ")} ${orderAndLimit}`;
  const sql =
    state === undefined && destination === undefined
      ? find([])
      : // The index begins with destination and state, so one query per pair is merged into the page.
        `SELECT found.id
         FROM (SELECT id FROM destinations ${destination === undefined ? "" : `WHERE name = ${parameter(destination)}`}) AS target
         CROSS JOIN unnest(${parameter(state === undefined ? states : [state])}::text[]) AS wanted (state)
         CROSS JOIN LATERAL (${find(["destination = target.id", "deliveries.state = wanted.state"])}) AS found
         ${orderAndLimit.replace("id", "found.id")}`;
  const rows = await query<{ id: number }>(sql, values);
  return rows.map(({ id }) => id);
}

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

const receivedAt = "(SELECT received_at FROM scans WHERE scans.id = scan)";

/** The ids between which every matching delivery lies, and the time range in milliseconds. */
type IdRange = { first: number; last: number; from?: number; to?: number };

/**
 * Returns undefined when no delivery is in the time range. Deliveries are stored with their scan, so their ids increase
 * with its id, and the search need not read every newer delivery.
 */
async function findIdRange(
  query: Query,
  { from, to }: DeliveryFilter,
): Promise<IdRange | undefined> {
  const unbounded = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return unbounded;
  const time = {
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
  const [row] = await query<{ first: number | null; last: number | null }>(
    `SELECT (SELECT id FROM deliveries WHERE scan >= scans.first ORDER BY scan, id LIMIT 1) AS first,
       (SELECT id FROM deliveries WHERE scan <= scans.last ORDER BY scan DESC, id DESC LIMIT 1) AS last
     FROM (SELECT min(id) AS first, max(id) AS last FROM scans WHERE received_at >= $1 AND received_at < $2) AS scans`,
    [time.from ?? -unbounded.last, time.to ?? unbounded.last],
  );
  if (!row || row.first === null || row.last === null) return undefined;
  return { first: row.first, last: row.last, ...time };
}
