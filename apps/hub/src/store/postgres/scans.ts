import type { Source } from "@scanhook/webhook";
import { maxListedBytes, maxPageBytes } from "../batches.ts";
import type { Page, ScanFilter, ScanPage } from "../scan-selection.ts";
import {
  type ExportedScan,
  type ListedScan,
  maxListedStructured,
  maxListedText,
  type ScanRow,
  type StoredScan,
  selectedColumns,
  toExportedScan,
  toListedScan,
  toStoredScan,
} from "../stored-scan.ts";
import { parseTime } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toQueries } from "./search.ts";

/** Lists whole scans. Rejects with a RangeError for an invalid time. */
export async function listScans(
  query: Query,
  filter: ScanFilter,
  page: Page,
): Promise<StoredScan[]> {
  return (await readPage(query, filter, page, { convert: toStoredScan })).scans;
}

export function readListPage(
  query: Query,
  filter: ScanFilter,
  page: Page,
): Promise<ScanPage<ListedScan>> {
  return readPage(
    query,
    filter,
    { maxBytes: maxPageBytes, ...page },
    { convert: toListedScan, columns: listedColumns, maxRowBytes: maxListedBytes },
  );
}

export function readExportPage(
  query: Query,
  filter: ScanFilter,
  page: Page,
): Promise<ScanPage<ExportedScan>> {
  return readPage(query, filter, { maxBytes: maxPageBytes, ...page }, { convert: toExportedScan });
}

/**
 * Reads a page of scans. The database adds up their sizes and sends only those that fit the page.
 * It knows the size of a text without reading it. A scan adds at most `maxRowBytes` to the size of
 * the page.
 */
async function readPage<Scan>(
  query: Query,
  filter: ScanFilter,
  { limit, maxBytes = Number.MAX_SAFE_INTEGER, ...bounds }: Page,
  {
    convert,
    columns = selectedColumns,
    maxRowBytes = Number.MAX_SAFE_INTEGER,
  }: { convert: (row: ScanRow) => Scan; columns?: string; maxRowBytes?: number },
): Promise<ScanPage<Scan>> {
  const order = bounds.after !== undefined && bounds.before === undefined ? "ASC" : "DESC";
  const ordered = `ORDER BY id ${order} LIMIT ${toBigint(limit + 1)}`;
  const { where, found, values } = toConditions(filter, bounds, ordered);
  const rows = await query<ScanRow & { found: number }>(
    `WITH found AS (
       SELECT id, least(${sizeInBytes}, ${maxRowBytes}) AS bytes
       FROM scans ${found === undefined ? where : `WHERE scans.id IN (${found})`} ${ordered}
     ), measured AS (
       SELECT id, count(*) OVER () AS found,
         sum(bytes) OVER (ORDER BY id ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM found
     )
     SELECT measured.found, ${columns} FROM measured JOIN scans ON scans.id = measured.id
     WHERE coalesce(measured.before, 0) < ${toBigint(maxBytes)} ORDER BY scans.id ${order}`,
    values,
  );
  const scans = rows.slice(0, Math.max(limit, 0)).map(convert);
  return { scans, more: scans.length < (rows[0]?.found ?? 0) };
}

const sizeInBytes = ["identifier", "date", "content", "tag_type", "structured"]
  .map((name) => `coalesce(octet_length(scans.${name}), 0)`)
  .join(" + ");

/**
 * `selectedColumns` with long texts cut. They keep one more character than `toListedScan` allows,
 * so that it notices that they are too long.
 */
const listedColumns = ["identifier", "date", "content", "tag_type", "structured"].reduce(
  (columns, name) => {
    const length = (name === "structured" ? maxListedStructured : maxListedText) + 1;
    return columns.replace(`scans."${name}"`, `left(scans."${name}", ${length}) AS ${name}`);
  },
  selectedColumns,
);

/** Returns the ids of a page in its order. Rejects with a RangeError for an invalid time. */
export async function findScanIds(
  query: Query,
  filter: ScanFilter,
  { limit, ...bounds }: Omit<Page, "maxBytes">,
): Promise<number[]> {
  const order = bounds.after !== undefined && bounds.before === undefined ? "ASC" : "DESC";
  const ordered = `ORDER BY id ${order} LIMIT ${toBigint(limit)}`;
  const { where, found, values } = toConditions(filter, bounds, ordered);
  const rows = await query<{ id: number }>(
    `SELECT id FROM ${found === undefined ? `scans ${where}` : `(${found}) AS found`} ${ordered}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Returns the size of each scan that is stored, in the order of the ids. */
export function measureScans(
  query: Query,
  ids: readonly number[],
): Promise<{ id: number; bytes: number }[]> {
  return query<{ id: number; bytes: number }>(
    `SELECT id, (octet_length(body) + octet_length(content))::bigint AS bytes FROM scans
     WHERE id = ANY ($1::bigint[]) ORDER BY id`,
    [ids.map(toBigint)],
  );
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

export async function countScans(
  query: Query,
  filter: ScanFilter,
  bounds: { before?: number } = {},
): Promise<number> {
  const { where, found, values } = toConditions(filter, bounds, "");
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

/**
 * Converts any number to an integer in the range of `bigint` in PostgreSQL. NaN becomes 0, which is
 * never an id.
 */
export function toBigint(number: number): number {
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(Math.max(number, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER));
}

/**
 * Returns the condition of a filter as `where`. For a search, it returns a query as `found`
 * instead, for the ids of the scans that have the words, or whose tag has them in its name. Each
 * half has its own order and limit, so that neither reads more than a page.
 */
function toConditions(
  filter: ScanFilter,
  bounds: Omit<Page, "limit" | "maxBytes">,
  orderAndLimit: string,
): { where: string; found?: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = [
    filter.inbox !== undefined && `scans.inbox = ${parameter(filter.inbox)}`,
    filter.inboxes !== undefined && `scans.inbox = ANY (${parameter(filter.inboxes)}::text[])`,
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
  const search = filter.text === undefined ? undefined : toQueries(filter.text);
  if (search === undefined) return { where: toWhere(conditions), values };
  const selectIds = (condition: string) =>
    `SELECT id FROM scans ${toWhere([condition, ...conditions])} ${orderAndLimit}`;
  const matchAll = (terms: string[]) => terms.join(" AND ");
  const inScans = search.map(({ words, ends }) =>
    matchesTerm("scans", "A,D", { words, ends }, parameter),
  );
  const byWords = selectIds(matchAll(inScans));
  const inNames = search.map(({ nameWords, nameEnds }) =>
    matchesTerm("tags", "B", { words: nameWords, ends: nameEnds }, parameter),
  );
  const namedTags = `SELECT identifier FROM tags WHERE ${matchAll(inNames)}`;
  const byTag = selectIds(`scans.tag IN (${namedTags})`);
  return { where: "", found: `(${byWords}) UNION (${byTag})`, values };
}

/**
 * Returns the condition that a row has a word of a search. `labels` are the labels of the index on
 * the ends of words.
 */
export function matchesTerm(
  table: "scans" | "tags",
  labels: string,
  { words, ends }: { words: string; ends: string | undefined },
  parameter: (value: unknown) => string,
): string {
  const beginning = `${table}.words @@ ${parameter(words)}::tsquery`;
  if (ends === undefined) return beginning;
  const key = table === "scans" ? "id" : "identifier";
  // A subquery of its own forces the use of the index. Otherwise the planner would compute the
  // function for every row, which is slow.
  const withEnd = `SELECT ${key} FROM ${table} WHERE word_ends(words, '{${labels}}') @@ ${parameter(ends)}::tsquery`;
  return `(${beginning} OR ${table}.${key} = ANY (ARRAY(${withEnd})))`;
}
