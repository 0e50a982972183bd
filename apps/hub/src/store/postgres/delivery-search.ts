import type { DeliveryFilter, DeliveryState } from "../deliveries.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * With `after`, a page has the deliveries with greater ids, oldest first. Otherwise it has those
 * with smaller ids than `before`, newest first.
 */
export type DeliveryPage = { before?: number; after?: number; limit: number };

/**
 * The range of ids that contains all scans of a time range, and the time range in milliseconds
 * since 1970. Without bounds, it contains all scans.
 */
export type ScanRange = { firstScan?: number; lastScan?: number; from?: number; to?: number };

/**
 * Returns the ids of the matching deliveries in the order of the page. A caller that reads many
 * pages should call `findScanRange` once and pass its result. Rejects with a RangeError for an
 * invalid time.
 */
export async function findDeliveries(
  query: Query,
  filter: DeliveryFilter,
  { before, after, limit }: DeliveryPage,
  knownRange?: ScanRange,
): Promise<number[]> {
  const { destination, state } = filter;
  const range = knownRange ?? (await findScanRange(query, filter));
  if (!range) return [];
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const ascending = after !== undefined;
  const first = ascending ? toBigint(after) + 1 : 0;
  const last = before === undefined ? Number.MAX_SAFE_INTEGER : toBigint(before) - 1;
  const conditions = [
    `deliveries.id BETWEEN ${parameter(first)} AND ${parameter(last)}`,
    ...toConditions(filter, range, parameter),
  ];
  const orderAndLimit = `ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT ${toBigint(limit)}`;
  const find = (extraConditions: readonly string[]) =>
    `SELECT id FROM deliveries WHERE ${[...conditions, ...extraConditions].join(" AND ")} ${orderAndLimit}`;
  // The index begins with destination and state. Therefore one query runs for each pair, and the
  // results are merged into the page.
  const sql =
    state === undefined && destination === undefined
      ? find([])
      : `SELECT found.id
         FROM (SELECT id FROM destinations ${destination === undefined ? "" : `WHERE name = ${parameter(destination)}`}) AS target
         CROSS JOIN unnest(${parameter(state === undefined ? states : [state])}::text[]) AS wanted (state)
         CROSS JOIN LATERAL (${find(["destination = target.id", "deliveries.state = wanted.state"])}) AS found
         ${orderAndLimit.replace("id", "found.id")}`;
  const rows = await query<{ id: number }>(sql, values);
  return rows.map(({ id }) => id);
}

/** Counts the matching deliveries. Rejects with a RangeError for an invalid time. */
export async function countDeliveries(query: Query, filter: DeliveryFilter): Promise<number> {
  const range = await findScanRange(query, filter);
  if (!range) return 0;
  const { destination, state } = filter;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    "true",
    ...toConditions(filter, range, parameter),
    ...(state === undefined ? [] : [`deliveries.state = ${parameter(state)}`]),
    ...(destination === undefined
      ? []
      : [
          `destination = ANY (ARRAY(SELECT id FROM destinations WHERE name = ${parameter(destination)}))`,
        ]),
  ].join(" AND ");
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM deliveries WHERE ${conditions}`,
    values,
  );
  return row!.count;
}

/** Returns the conditions of a filter, except those on destination and state. */
function toConditions(
  { ids, scan, route }: DeliveryFilter,
  { firstScan, lastScan, from, to }: ScanRange,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ids !== undefined && `deliveries.id = ANY (${parameter(ids.map(toBigint))}::bigint[])`,
    scan !== undefined && `scan = ${parameter(toBigint(scan))}`,
    route !== undefined &&
      `route = ANY (ARRAY(SELECT id FROM routes WHERE name = ${parameter(route)}))`,
    firstScan !== undefined && `scan >= ${parameter(firstScan)}`,
    lastScan !== undefined && `scan <= ${parameter(lastScan)}`,
    from !== undefined && `${receivedAt} >= ${parameter(from)}`,
    to !== undefined && `${receivedAt} < ${parameter(to)}`,
  ].filter((condition) => condition !== false);
}

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

const receivedAt = "(SELECT received_at FROM scans WHERE scans.id = scan)";

/**
 * Returns the smallest and the greatest id of the scans in the time range, or undefined if there
 * are none. A range of deliveries would not be enough, because a scan may be sent over a route long
 * after it was stored.
 */
export async function findScanRange(
  query: Query,
  { from, to }: DeliveryFilter,
): Promise<ScanRange | undefined> {
  if (from === undefined && to === undefined) return {};
  const time = {
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
  const [row] = await query<{ first: number | null; last: number | null }>(
    `SELECT min(id) AS first, max(id) AS last FROM scans
     WHERE received_at >= $1 AND received_at < $2`,
    [time.from ?? Number.MIN_SAFE_INTEGER, time.to ?? Number.MAX_SAFE_INTEGER],
  );
  if (!row || row.first === null || row.last === null) return undefined;
  return { firstScan: row.first, lastScan: row.last, ...time };
}
