import type { DeliveryFilter, DeliveryState } from "../forwarding.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toWhole } from "./scans.ts";

/** `before`: newest first, smaller ids. `after`: oldest first, greater ids. */
export type DeliveryPlace = { before?: number; after?: number; limit: number };

/** The ids of the deliveries that pass, in the order that `place` says. Throws a RangeError for a time that is none. */
export async function findDeliveries(
  query: Query,
  filter: DeliveryFilter,
  { before, after, limit }: DeliveryPlace,
): Promise<number[]> {
  const { ids, scan, route, destination, state } = filter;
  const span = await spanOf(query, filter);
  if (!span) return [];
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const up = after !== undefined;
  const first = Math.max(span.first, up ? toWhole(after) + 1 : 0);
  const last = Math.min(span.last, before === undefined ? span.last : toWhole(before) - 1);
  const conditions = [
    `deliveries.id BETWEEN ${value(first)} AND ${value(last)}`,
    ids !== undefined && `deliveries.id = ANY (${value(ids.map(toWhole))}::bigint[])`,
    scan !== undefined && `scan = ${value(toWhole(scan))}`,
    route !== undefined &&
      `route = ANY (ARRAY(SELECT id FROM routes WHERE name = ${value(route)}))`,
    span.from !== undefined && `${receivedAt} >= ${value(span.from)}`,
    span.to !== undefined && `${receivedAt} < ${value(span.to)}`,
  ].filter((one) => one !== false);
  const cut = `ORDER BY id ${up ? "ASC" : "DESC"} LIMIT ${toWhole(limit)}`;
  const find = (more: readonly string[]) =>
    `SELECT id FROM deliveries WHERE ${[...conditions, ...more].join(" AND ")} ${cut}`;
  const sql =
    state === undefined && destination === undefined
      ? find([])
      : // The index begins with the destination and the state: the first of each pair, put together.
        `SELECT found.id
         FROM (SELECT id FROM destinations ${destination === undefined ? "" : `WHERE name = ${value(destination)}`}) AS place
         CROSS JOIN unnest(${value(state === undefined ? states : [state])}::text[]) AS wanted (state)
         CROSS JOIN LATERAL (${find(["destination = place.id", "deliveries.state = wanted.state"])}) AS found
         ${cut.replace("id", "found.id")}`;
  const rows = await query<{ id: number }>(sql, values);
  return rows.map(({ id }) => id);
}

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

const receivedAt = "(SELECT received_at FROM scans WHERE scans.id = scan)";

type Span = { first: number; last: number; from?: number; to?: number };

/** Deliveries are made with their scan, so their ids grow with its id: a time in the past need not be walked to. */
async function spanOf(query: Query, { from, to }: DeliveryFilter): Promise<Span | undefined> {
  const all = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return all;
  const time = {
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
  const [row] = await query<{ first: number | null; last: number | null }>(
    `SELECT (SELECT id FROM deliveries WHERE scan >= scans.first ORDER BY scan, id LIMIT 1) AS first,
       (SELECT id FROM deliveries WHERE scan <= scans.last ORDER BY scan DESC, id DESC LIMIT 1) AS last
     FROM (SELECT min(id) AS first, max(id) AS last FROM scans WHERE received_at >= $1 AND received_at < $2) AS scans`,
    [time.from ?? -all.last, time.to ?? all.last],
  );
  if (!row || row.first === null || row.last === null) return undefined;
  return { first: row.first, last: row.last, ...time };
}
