import type { Source } from "@scanhook/webhook";
import type { Page, ScanFilter } from "../store.ts";
import { type ScanRow, type StoredScan, selectedColumns, toStoredScan } from "../stored-scan.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toQuery } from "./search.ts";

/** Rejects with a RangeError for an invalid time. */
export async function listScans(
  query: Query,
  filter: ScanFilter,
  page: Page,
): Promise<StoredScan[]> {
  const ascending = page.after !== undefined && page.before === undefined;
  const orderAndLimit = `ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT ${toBigint(page.limit)}`;
  const { where, found, values } = toConditions(filter, page, orderAndLimit);
  const rows = await query<ScanRow>(
    `SELECT ${selectedColumns} FROM scans ${found === undefined ? where : `WHERE scans.id IN (${found})`} ${orderAndLimit}`,
    values,
  );
  return rows.map(toStoredScan);
}

export async function scan(
  query: Query,
  id: number,
): Promise<(StoredScan & { body: string }) | undefined> {
  const [row] = await query<ScanRow & { body: string }>(
    `SELECT ${selectedColumns}, scans.body FROM scans WHERE scans.id = $1`,
    [toBigint(id)],
  );
  return row && { ...toStoredScan(row), body: row.body };
}

export async function lastScan(query: Query, source: Source): Promise<StoredScan | undefined> {
  const [row] = await query<ScanRow>(
    `SELECT ${selectedColumns} FROM scans WHERE source = $1 ORDER BY id DESC LIMIT 1`,
    [source],
  );
  return row && toStoredScan(row);
}

export async function countScans(query: Query, filter: ScanFilter): Promise<number> {
  const { where, found, values } = toConditions(filter, {}, "");
  const [row] = await query<{ scans: number }>(
    `SELECT count(*) AS scans FROM ${found === undefined ? `scans ${where}` : `(${found}) AS found`}`,
    values,
  );
  return row!.scans;
}

export async function size(query: Query): Promise<{ scans: number; bytes: number }> {
  const [row] = await query<{ scans: number; bytes: number }>(
    "SELECT (SELECT count(*) FROM scans) AS scans, pg_database_size(current_database()) AS bytes",
  );
  return row!;
}

/** Converts any number to an integer that fits a bigint of PostgreSQL. NaN becomes 0, which no row has as its id. */
export function toBigint(number: number): number {
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/**
 * Returns the condition of a filter as `where`. For a search it instead returns as `found` a query for the ids of the
 * scans that have the words, or whose tag has them in its name. Each half is sorted and limited by itself, so that
 * neither reads more than a page.
 */
function toConditions(
  filter: ScanFilter,
  bounds: Omit<Page, "limit">,
  orderAndLimit: string,
): { where: string; found?: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    filter.inbox !== undefined && `scans.inbox = ${parameter(filter.inbox)}`,
    filter.source !== undefined && `scans.source = ${parameter(filter.source)}`,
    filter.tag !== undefined && `scans.tag = ${parameter(filter.tag)}`,
    filter.from !== undefined && `scans.received_at >= ${parameter(parseTime(filter.from))}`,
    filter.to !== undefined && `scans.received_at < ${parameter(parseTime(filter.to))}`,
    filter.ids !== undefined && `scans.id = ANY (${parameter(filter.ids.map(toBigint))}::bigint[])`,
    bounds.after !== undefined && `scans.id > ${parameter(toBigint(bounds.after))}`,
    bounds.before !== undefined && `scans.id < ${parameter(toBigint(bounds.before))}`,
  ].filter((condition) => condition !== false);
  const toWhere = (list: readonly string[]) =>
    list.length === 0 ? "" : `WHERE ${list.join(" AND ")}`;
  const search = filter.text === undefined ? undefined : toQuery(filter.text);
  if (search === undefined) return { where: toWhere(conditions), values };
  const half = (first: string) =>
    `SELECT id FROM scans ${toWhere([first, ...conditions])} ${orderAndLimit}`;
  const byWords = half(`scans.words @@ ${parameter(search.anywhere)}::tsquery`);
  const named = `SELECT identifier FROM tags WHERE tags.words @@ ${parameter(search.inName)}::tsquery`;
  const byTag = half(`scans.tag IN (${named})`);
  return { where: "", found: `(${byWords}) UNION (${byTag})`, values };
}
