import type { DatabaseSync } from "node:sqlite";
import type { DeliveryFilter, DeliveryState } from "../forwarding.ts";
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

/** With `after`, oldest first from the next greater id. Otherwise newest first, from the next smaller id than `before`. */
export type DeliveryPage = { before?: number; after?: number; limit: number };

/** Throws a RangeError for an invalid time. */
export function toDeliverySearch({ ids, from, to, ...rest }: DeliveryFilter): DeliverySearch {
  return {
    ...rest,
    ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
}

/** Returns the ids of the matching deliveries in the order of the page. */
export function findDeliveries(
  db: DatabaseSync,
  search: DeliverySearch,
  { before, after, limit }: DeliveryPage,
): number[] {
  const { ids, scan, route, destination, state } = search;
  const range = findIdRange(db, search);
  if (!range) return [];
  const ascending = after !== undefined;
  const bounds = {
    first: Math.max(range.first, ascending ? after + 1 : 0),
    last: Math.min(range.last, before === undefined ? range.last : before - 1),
    limit,
  };
  const find = (
    extraValues: Partial<Record<keyof typeof conditions, string | number>>,
  ): number[] => {
    const values = { ...search, ...extraValues };
    const names = Object.keys(values) as (keyof typeof conditions)[];
    const where = ["id BETWEEN :first AND :last", ...names.map((name) => conditions[name])];
    return prepared(
      db,
      `SELECT id FROM deliveries WHERE ${where.join(" AND ")}
       ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT :limit`,
    )
      .all({ ...values, ...bounds })
      .map((row) => row.id as number);
  };

  if (ids !== undefined || scan !== undefined) return find({});
  // An index yields the ids for each single value in order, so one query per value is merged into the page.
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

// A + keeps SQLite from using the index of that column when another condition has a better one.
const conditions = {
  ids: "id IN (SELECT value FROM json_each(:ids))",
  scan: "scan = :scan",
  route: "+route IN (SELECT id FROM routes WHERE name = :route)",
  destination: "+destination IN (SELECT id FROM destinations WHERE name = :destination)",
  state: "+state = :state",
  from: "(SELECT received_at FROM scans WHERE id = scan) >= :from",
  to: "(SELECT received_at FROM scans WHERE id = scan) < :to",
  toDestination: "destination = :toDestination",
  inState: "state = :inState",
  overRoute: "route = :overRoute",
};

const states: readonly DeliveryState[] = ["pending", "delivered", "dead", "dropped"];

/** Returns the ids with this name, including removed ones, or all ids without a name. */
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
 * Returns the ids between which every delivery of the time range lies, or undefined when there is none. Deliveries are
 * stored with their scan, so their ids increase with its id, and the search need not read every newer delivery.
 */
function findIdRange(
  db: DatabaseSync,
  { from, to }: DeliverySearch,
): { first: number; last: number } | undefined {
  const unbounded = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return unbounded;
  const scans = prepared(
    db,
    "SELECT min(id) AS first, max(id) AS last FROM scans WHERE received_at >= ? AND received_at < ?",
  ).get(from ?? unbounded.first, to ?? unbounded.last) as {
    first: number | null;
    last: number | null;
  };
  if (scans.first === null || scans.last === null) return undefined;
  const first = prepared(
    db,
    "SELECT id FROM deliveries WHERE scan >= ? ORDER BY scan, id LIMIT 1",
  ).get(scans.first)?.id;
  const last = prepared(
    db,
    "SELECT id FROM deliveries WHERE scan <= ? ORDER BY scan DESC, id DESC LIMIT 1",
  ).get(scans.last)?.id;
  if (first === undefined || last === undefined) return undefined;
  return { first: first as number, last: last as number };
}
