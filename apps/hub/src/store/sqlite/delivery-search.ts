import type { DatabaseSync } from "node:sqlite";
import type { DeliveryFilter, DeliveryState } from "../deliveries.ts";
import { parseTime } from "../typed-search.ts";
import { prepared } from "./database.ts";

/** A filter as the queries need it. Times are milliseconds since 1970 and `ids` is a JSON array. */
export type DeliverySearch = {
  ids?: string;
  scan?: number;
  route?: string;
  destination?: string;
  state?: DeliveryState;
  from?: number;
  to?: number;
};

/**
 * With `after`, a page has the deliveries with greater ids, oldest first. Otherwise it has those
 * with smaller ids than `before`, newest first.
 */
export type DeliveryPage = { before?: number; after?: number; limit: number };

/** Converts a filter to a search. Throws a RangeError for an invalid time. */
export function toDeliverySearch({ ids, from, to, ...rest }: DeliveryFilter): DeliverySearch {
  return {
    ...rest,
    ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
}

/**
 * The range of ids that contains all scans of a time range. Without bounds, it contains all scans.
 */
export type ScanRange = { firstScan?: number; lastScan?: number };

/**
 * Returns the ids of the matching deliveries in the order of the page. A caller that reads many
 * pages should call `findScanRange` once and pass its result.
 */
export function findDeliveries(
  db: DatabaseSync,
  search: DeliverySearch,
  { before, after, limit }: DeliveryPage,
  range = findScanRange(db, search),
): number[] {
  const { ids, scan, route, destination, state } = search;
  if (!range) return [];
  const ascending = after !== undefined;
  const bounds = {
    first: ascending ? after + 1 : 0,
    last: before === undefined ? Number.MAX_SAFE_INTEGER : before - 1,
    limit,
  };
  const find = (
    extraValues: Partial<Record<keyof typeof conditions, string | number>>,
  ): number[] => {
    const values = { ...search, ...range, ...extraValues };
    const where = ["id BETWEEN :first AND :last", ...toWhere(values)];
    return prepared(
      db,
      `SELECT id FROM deliveries WHERE ${where.join(" AND ")}
       ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT :limit`,
    )
      .all({ ...values, ...bounds })
      .map((row) => row.id as number);
  };

  if (ids !== undefined || scan !== undefined) return find({});
  // An index yields the ids for a single value in order. Therefore one query runs for each value,
  // and the results are merged into the page.
  const merge = (foundIds: number[]) =>
    foundIds.sort((a, b) => (ascending ? a - b : b - a)).slice(0, limit);
  if (state !== undefined || destination !== undefined) {
    return merge(
      idsByName(db, "destinations", destination).flatMap((toDestination) =>
        (state === undefined ? states : [state]).flatMap((inState) =>
          find({ toDestination, inState }),
        ),
      ),
    );
  }
  if (route !== undefined) {
    return merge(idsByName(db, "routes", route).flatMap((overRoute) => find({ overRoute })));
  }
  return find({});
}

export function countDeliveries(db: DatabaseSync, search: DeliverySearch): number {
  const range = findScanRange(db, search);
  if (!range) return 0;
  const values = { ...search, ...range };
  const where = ["true", ...toWhere(values)].join(" AND ");
  const row = prepared(db, `SELECT count(*) AS count FROM deliveries WHERE ${where}`).get(values);
  return row!.count as number;
}

function toWhere(values: Partial<Record<keyof typeof conditions, unknown>>): string[] {
  return (Object.keys(values) as (keyof typeof conditions)[]).map((name) => conditions[name]);
}

// A + keeps SQLite from using the index of that column when another condition has a better one.
const conditions = {
  ids: "id IN (SELECT value FROM json_each(:ids))",
  scan: "scan = :scan",
  route: "+route IN (SELECT id FROM routes WHERE name = :route)",
  destination: "+destination IN (SELECT id FROM destinations WHERE name = :destination)",
  state: "+state = :state",
  // These two are cheaper than the next two, and exclude nearly all deliveries that those would
  // exclude.
  firstScan: "+scan >= :firstScan",
  lastScan: "+scan <= :lastScan",
  from: "(SELECT received_at FROM scans WHERE id = scan) >= :from",
  to: "(SELECT received_at FROM scans WHERE id = scan) < :to",
  toDestination: "destination = :toDestination",
  inState: "state = :inState",
  overRoute: "route = :overRoute",
};

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

/**
 * Returns the ids of the rows with this name, including removed ones. Without a name, returns all
 * ids.
 */
function idsByName(
  db: DatabaseSync,
  table: "destinations" | "routes",
  name: string | undefined,
): number[] {
  const sql = `SELECT id FROM ${table} WHERE ?1 IS NULL OR name = ?1`;
  return prepared(db, sql)
    .all(name ?? null)
    .map((row) => row.id as number);
}

/**
 * Returns the smallest and the greatest id of the scans in the time range, or undefined if there
 * are none. A range of deliveries would not be enough, because a scan may be sent over a route long
 * after it was stored.
 */
export function findScanRange(
  db: DatabaseSync,
  { from, to }: DeliverySearch,
): ScanRange | undefined {
  if (from === undefined && to === undefined) return {};
  const { firstScan, lastScan } = prepared(
    db,
    `SELECT min(id) AS firstScan, max(id) AS lastScan FROM scans
     WHERE received_at >= ? AND received_at < ?`,
  ).get(from ?? 0, to ?? Number.MAX_SAFE_INTEGER) as Record<keyof ScanRange, number | null>;
  return firstScan === null || lastScan === null ? undefined : { firstScan, lastScan };
}
