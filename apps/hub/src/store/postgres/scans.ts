import type { Source } from "@scanhook/webhook";
import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { Page, ScanFilter, StoredScan } from "../store.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toQuery } from "./search.ts";

/** Throws a RangeError when a time cannot be read. */
export async function listScans(
  query: Query,
  filter: ScanFilter,
  page: Page,
): Promise<StoredScan[]> {
  const up = page.after !== undefined && page.before === undefined;
  const cut = `ORDER BY id ${up ? "ASC" : "DESC"} LIMIT ${toWhole(page.limit)}`;
  const { where, found, values } = toFound(filter, page, cut);
  const rows = await query<ScanRow>(
    `SELECT ${scanColumns} FROM scans ${found === undefined ? where : `WHERE scans.id IN (${found})`} ${cut}`,
    values,
  );
  return rows.map(toStoredScan);
}

export async function scan(
  query: Query,
  id: number,
): Promise<(StoredScan & { body: string }) | undefined> {
  const [row] = await query<ScanRow & { body: string }>(
    `SELECT ${scanColumns}, scans.body FROM scans WHERE scans.id = $1`,
    [toWhole(id)],
  );
  return row && { ...toStoredScan(row), body: row.body };
}

export async function lastScan(query: Query, source: Source): Promise<StoredScan | undefined> {
  const [row] = await query<ScanRow>(
    `SELECT ${scanColumns} FROM scans WHERE source = $1 ORDER BY id DESC LIMIT 1`,
    [source],
  );
  return row && toStoredScan(row);
}

export async function countScans(query: Query, filter: ScanFilter): Promise<number> {
  const { where, found, values } = toFound(filter, {}, "");
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

/** A number as PostgreSQL's bigint takes it; what is none is no scan's either. */
export function toWhole(number: number): number {
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/**
 * The condition of a filter; or, for a search, the ids it finds: those that have the words, and those whose tag has them
 * in its name, each half cut off by itself.
 */
function toFound(
  filter: ScanFilter,
  place: Omit<Page, "limit">,
  cut: string,
): { where: string; found?: string; values: unknown[] } {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = [
    filter.inbox !== undefined && `scans.inbox = ${value(filter.inbox)}`,
    filter.source !== undefined && `scans.source = ${value(filter.source)}`,
    filter.tag !== undefined && `scans.tag = ${value(filter.tag)}`,
    filter.from !== undefined && `scans.received_at >= ${value(parseTime(filter.from))}`,
    filter.to !== undefined && `scans.received_at < ${value(parseTime(filter.to))}`,
    filter.ids !== undefined && `scans.id = ANY (${value(filter.ids.map(toWhole))}::bigint[])`,
    place.after !== undefined && `scans.id > ${value(toWhole(place.after))}`,
    place.before !== undefined && `scans.id < ${value(toWhole(place.before))}`,
  ].filter((one) => one !== false);
  const toWhere = (all: readonly string[]) =>
    all.length === 0 ? "" : `WHERE ${all.join(" AND ")}`;
  const search = filter.text === undefined ? undefined : toQuery(filter.text);
  if (search === undefined) return { where: toWhere(conditions), values };
  const half = (first: string) => `SELECT id FROM scans ${toWhere([first, ...conditions])} ${cut}`;
  const byWords = half(`scans.words @@ ${value(search.anywhere)}::tsquery`);
  const named = `SELECT identifier FROM tags WHERE tags.words @@ ${value(search.inName)}::tsquery`;
  const byTag = half(`scans.tag IN (${named})`);
  return { where: "", found: `(${byWords}) UNION (${byTag})`, values };
}
