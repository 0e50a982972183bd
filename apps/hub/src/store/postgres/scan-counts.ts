import { type ContentPage, maxKeyBytes } from "../content-counts.ts";
import { isScanned } from "../own-inboxes.ts";
import {
  type DayCount,
  type DayCountFilter,
  type DayCountGroup,
  type DayCountRow,
  dayCountColumns,
  toDayCount,
  toDayNumbers,
} from "../scan-counts.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Lists the counts per day in the order of their days. Rejects with a RangeError for an invalid
 * day.
 */
export async function listDayCounts(
  query: Query,
  filter: DayCountFilter,
  { group, limit }: { group: DayCountGroup; limit: number },
): Promise<DayCount[]> {
  const columns = dayCountColumns[group];
  const { where, values } = toWhere(filter);
  const rows = await query<DayCountRow>(
    `SELECT ${columns}, sum(scans)::bigint AS scans FROM scan_counts ${where}
     GROUP BY ${columns} ORDER BY ${columns} LIMIT ${toBigint(limit)}`,
    values,
  );
  return rows.map(toDayCount);
}

/** Counts all scans that were received, including those that were deleted since. */
export async function countReceived(query: Query, filter: DayCountFilter): Promise<number> {
  const { where, values } = toWhere(filter);
  const [row] = await query<{ scans: number }>(
    `SELECT coalesce(sum(scans), 0)::bigint AS scans FROM scan_counts ${where}`,
    values,
  );
  return row!.scans;
}

/** Counts the contents of the scans with these ids, which must be in descending order. */
export async function readContents(query: Query, ids: readonly number[]): Promise<ContentPage> {
  const counts = await query<ContentPage["counts"][number]>(
    `SELECT key, count(*) AS scans, max(id) AS newest
     FROM (
       SELECT id, CASE WHEN octet_length(content) <= ${maxKeyBytes} THEN 'c' || content
         ELSE 'h' || encode(sha256(convert_to(content, 'UTF8')), 'hex') END AS key
       FROM scans WHERE id = ANY ($1::bigint[])
     ) AS contents GROUP BY key`,
    [ids.map(toBigint)],
  );
  return { counts, last: ids.at(-1)!, complete: true };
}

function toWhere(filter: DayCountFilter): { where: string; values: unknown[] } {
  const { from, to, inbox, inboxes, user } = toDayNumbers(filter);
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    from !== undefined && `day >= ${parameter(from)}`,
    to !== undefined && `day < ${parameter(to)}`,
    inbox === undefined ? isScanned : `inbox = ${parameter(inbox)}`,
    inboxes !== undefined && `inbox = ANY (${parameter(inboxes)}::text[])`,
    user !== undefined && `"user" = ${parameter(user)}`,
  ].filter((condition) => condition !== false);
  return { where: `WHERE ${conditions.join(" AND ")}`, values };
}
