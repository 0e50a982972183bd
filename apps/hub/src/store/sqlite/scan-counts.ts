import type { DatabaseSync } from "node:sqlite";
import { type ContentPage, toContentKey } from "../content-counts.ts";
import { isScanned } from "../own-inboxes.ts";
import {
  type DayCount,
  type DayCountGroup,
  type DayCountRow,
  type DayNumberFilter,
  dayCountColumns,
  toDayCount,
} from "../scan-counts.ts";
import { prepared } from "./database.ts";

/** New scans of one day, inbox and user. The day is the number of days since 1970. */
export type NewScans = { day: number; inbox: string; user: string; scans: number };

/** Adds new scans to the counts per day. Call it inside the transaction that inserted the scans. */
export function addToDayCounts(db: DatabaseSync, added: Iterable<NewScans>): void {
  for (const { day, inbox, user, scans } of added) {
    prepared(
      db,
      `INSERT INTO scan_counts (day, inbox, user, scans) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (day, inbox, user) DO UPDATE SET scans = scans + ?4`,
    ).run(day, inbox, user, scans);
  }
}

/** Lists the counts per day in the order of their days. */
export function listDayCounts(
  db: DatabaseSync,
  filter: DayNumberFilter,
  { group, limit }: { group: DayCountGroup; limit: number },
): DayCount[] {
  const columns = dayCountColumns[group];
  const { where, values } = toWhere(filter);
  const rows = prepared(
    db,
    `SELECT ${columns}, sum(scans) AS scans FROM scan_counts ${where}
     GROUP BY ${columns} ORDER BY ${columns} LIMIT :limit`,
  ).all({ ...values, limit }) as DayCountRow[];
  return rows.map(toDayCount);
}

/** Counts all scans that were received, including those that were deleted since. */
export function countReceived(db: DatabaseSync, filter: DayNumberFilter): number {
  const { where, values } = toWhere(filter);
  const sql = `SELECT coalesce(sum(scans), 0) AS scans FROM scan_counts ${where}`;
  return prepared(db, sql).get(values)!.scans as number;
}

/**
 * The approximate number of bytes of contents after which a page ends, so that other queries of the
 * thread do not wait long.
 */
const maxPageBytes = 8 * 1024 * 1024;

/** Counts the contents of the scans with these ids, which must be in descending order. */
export function readContents(db: DatabaseSync, ids: readonly number[]): ContentPage {
  const countByKey = new Map<string, ContentPage["counts"][number]>();
  let bytes = 0;
  for (const id of ids) {
    const row = prepared(db, "SELECT content FROM scans WHERE id = ?").get(id);
    const content = row?.content as string | undefined;
    // The scan may have been deleted since its id was read.
    if (content !== undefined) {
      const key = toContentKey(content);
      const counted = countByKey.get(key);
      if (counted) counted.scans += 1;
      else countByKey.set(key, { key, scans: 1, newest: id });
      bytes += content.length;
    }
    if (bytes >= maxPageBytes) {
      return { counts: [...countByKey.values()], last: id, complete: id === ids.at(-1) };
    }
  }
  return { counts: [...countByKey.values()], last: ids.at(-1)!, complete: true };
}

function toWhere({ from, to, inbox, inboxes, user }: DayNumberFilter) {
  const conditions = [
    from !== undefined && "day >= :from",
    to !== undefined && "day < :to",
    inbox === undefined ? isScanned : "inbox = :inbox",
    inboxes !== undefined && "inbox IN (SELECT value FROM json_each(:inboxes))",
    user !== undefined && "user = :user",
  ].filter((condition) => condition !== false);
  return {
    where: `WHERE ${conditions.join(" AND ")}`,
    values: {
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(inbox !== undefined && { inbox }),
      ...(inboxes !== undefined && { inboxes: JSON.stringify(inboxes) }),
      ...(user !== undefined && { user }),
    },
  };
}
