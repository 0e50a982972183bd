import type { DatabaseSync } from "node:sqlite";
import type { DeliveryFilter, DeliveryState } from "../forwarding.ts";
import { parseTime } from "../typed-search.ts";
import { prepared } from "./database.ts";

/** A filter as the queries need it: times as milliseconds, ids as a JSON array. */
export type DeliverySearch = {
  ids?: string;
  scan?: number;
  route?: string;
  destination?: string;
  state?: DeliveryState;
  from?: number;
  to?: number;
};

/** `before`: newest first, smaller ids. `after`: oldest first, greater ids. */
export type DeliveryPlace = { before?: number; after?: number; limit: number };

/** Throws a RangeError when a time cannot be read. */
export function toDeliverySearch({ ids, from, to, ...rest }: DeliveryFilter): DeliverySearch {
  return {
    ...rest,
    ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
  };
}

/** The ids of the deliveries that pass, in the order that `place` says. */
export function findDeliveries(
  db: DatabaseSync,
  search: DeliverySearch,
  { before, after, limit }: DeliveryPlace,
): number[] {
  const { ids, scan, route, destination, state } = search;
  const span = spanOf(db, search);
  if (!span) return [];
  const up = after !== undefined;
  const place = {
    first: Math.max(span.first, up ? after + 1 : 0),
    last: Math.min(span.last, before === undefined ? span.last : before - 1),
    limit,
  };
  const find = (more: Partial<Record<keyof typeof parts, string | number>>): number[] => {
    const values = { ...search, ...more };
    const conditions = Object.keys(values).map((name) => parts[name as keyof typeof parts]);
    return prepared(
      db,
      `SELECT id FROM deliveries WHERE ${["id BETWEEN :first AND :last", ...conditions].join(" AND ")}
       ORDER BY id ${up ? "ASC" : "DESC"} LIMIT :limit`,
    )
      .all({ ...values, ...place })
      .map((row) => row.id as number);
  };

  if (ids !== undefined || scan !== undefined) return find({});
  // An index gives each of these in order: the first of each, put together.
  const first = (found: number[]) => found.sort((a, b) => (up ? a - b : b - a)).slice(0, limit);
  if (state !== undefined || destination !== undefined) {
    return first(
      idsByName(db, "destinations", destination).flatMap((toDestination) =>
        (state === undefined ? states : [state]).flatMap((inState) =>
          find({ toDestination, inState }),
        ),
      ),
    );
  }
  if (route !== undefined) {
    return first(idsByName(db, "routes", route).flatMap((overRoute) => find({ overRoute })));
  }
  return find({});
}

// With a + where another part has the better index.
const parts = {
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

/** Also those that were removed; all, without a name. */
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

/** Deliveries are made with their scan, so their ids grow with its id: a time in the past need not be walked to. */
function spanOf(
  db: DatabaseSync,
  { from, to }: DeliverySearch,
): { first: number; last: number } | undefined {
  const all = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (from === undefined && to === undefined) return all;
  const scans = prepared(
    db,
    "SELECT min(id) AS first, max(id) AS last FROM scans WHERE received_at >= ? AND received_at < ?",
  ).get(from ?? all.first, to ?? all.last) as { first: number | null; last: number | null };
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
