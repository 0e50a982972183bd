import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Source } from "@scanhook/webhook";
import { maxListedBytes, maxPageBytes } from "../batches.ts";
import type { Page, ScanPage } from "../scan-selection.ts";
import {
  type ExportedScan,
  type ListedScan,
  type ScanRow,
  type StoredScan,
  selectedColumns,
  toExportedScan,
  toListedScan,
  toStoredScan,
} from "../stored-scan.ts";
import { replaceBeginnings } from "./beginnings.ts";
import { prepared } from "./database.ts";
import type { Search } from "./search.ts";

export function listScans(db: DatabaseSync, search: Search, page: Page): StoredScan[] {
  return readPage(db, search, page, toStoredScan).scans;
}

export function readListPage(db: DatabaseSync, search: Search, page: Page): ScanPage<ListedScan> {
  return readPage(db, search, { maxBytes: maxPageBytes, ...page }, toListedScan, maxListedBytes);
}

export function readExportPage(
  db: DatabaseSync,
  search: Search,
  page: Page,
): ScanPage<ExportedScan> {
  return readPage(db, search, { maxBytes: maxPageBytes, ...page }, toExportedScan);
}

/**
 * Reads the ids first and then scan by scan, so that memory never holds more than the page and one
 * scan. A scan adds at most `maxRowBytes` to the size of the page.
 */
function readPage<Scan>(
  db: DatabaseSync,
  search: Search,
  { limit, maxBytes = Number.POSITIVE_INFINITY, ...bounds }: Page,
  convert: (row: ScanRow) => Scan,
  maxRowBytes = Number.POSITIVE_INFINITY,
): ScanPage<Scan> {
  const scans: Scan[] = [];
  let bytes = 0;
  for (const id of findScanIds(db, search, { ...bounds, limit: limit + 1 })) {
    if (scans.length >= limit || bytes >= maxBytes) return { scans, more: true };
    const row = prepared(db, `SELECT ${selectedColumns} FROM scans WHERE id = ?`).get(id);
    // The scan was deleted since its id was read.
    if (!row) continue;
    scans.push(convert(row as ScanRow));
    bytes += Math.min(sizeOf(row as ScanRow), maxRowBytes);
  }
  return { scans, more: false };
}

/** Returns the ids of a page in its order. */
export function findScanIds(
  db: DatabaseSync,
  search: Search,
  { limit, ...bounds }: Omit<Page, "maxBytes">,
): number[] {
  const ascending = bounds.after !== undefined && bounds.before === undefined;
  const order = `ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT :limit`;
  const from =
    search.match === undefined
      ? `scans ${toWhere(search, bounds)}`
      : `(${toSearchQuery(search, bounds, order)})`;
  return prepared(db, `SELECT id FROM ${from} ${order}`)
    .all({ ...toParameters(db, search), ...bounds, limit })
    .map(({ id }) => id as number);
}

/** Returns the size of each scan that is stored, in the order of the ids. */
export function measureScans(
  db: DatabaseSync,
  ids: readonly number[],
): { id: number; bytes: number }[] {
  const sql = `SELECT id, octet_length(body) + octet_length(content) AS bytes FROM scans
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return prepared(db, sql).all(JSON.stringify(ids)) as { id: number; bytes: number }[];
}

function sizeOf(row: ScanRow): number {
  let size = 0;
  for (const cell of Object.values(row)) if (typeof cell === "string") size += cell.length;
  return size;
}

export function scan(db: DatabaseSync, id: number): (StoredScan & { body: string }) | undefined {
  const row = prepared(db, `SELECT ${selectedColumns}, body FROM scans WHERE id = ?`).get(id);
  return row && { ...toStoredScan(row as ScanRow), body: row.body as string };
}

export function lastScan(db: DatabaseSync, source: Source): StoredScan | undefined {
  const sql = `SELECT ${selectedColumns} FROM scans WHERE source = ? ORDER BY id DESC LIMIT 1`;
  const row = prepared(db, sql).get(source);
  return row && toStoredScan(row as ScanRow);
}

export function countScans(
  db: DatabaseSync,
  search: Search,
  bounds: { before?: number } = {},
): number {
  const from =
    search.match === undefined
      ? `scans ${toWhere(search, bounds)}`
      : `(${toSearchQuery(search, bounds, "")})`;
  const row = prepared(db, `SELECT count(*) AS scans FROM ${from}`).get({
    ...toParameters(db, search),
    ...bounds,
  });
  return row!.scans as number;
}

function toParameters(db: DatabaseSync, search: Search): Search {
  const { match } = search;
  return match === undefined ? search : { ...search, match: replaceBeginnings(db, match) };
}

/**
 * Returns the greatest id of a scan, or 0 without scans. The number in `sqlite_sequence` may be
 * greater, for example after the newest scan was deleted.
 */
export function lastId(db: DatabaseSync): number {
  const row = prepared(db, "SELECT max(id) AS id FROM scans").get();
  return (row?.id as number | null | undefined) ?? 0;
}

export function size(db: DatabaseSync): { scans: number; bytes: number } {
  const path = db.location()!;
  const files = [path, `${path}-wal`, `${path}-shm`];
  const bytes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return { scans: countScans(db, {}), bytes: bytes.reduce((sum, part) => sum + part, 0) };
}

type Bounds = Omit<Page, "limit" | "maxBytes">;

/**
 * Returns a query for the ids of the scans that have the words of a search, or whose tag has them
 * in its name. Each half has its own order and limit, so that neither reads more than a page.
 */
function toSearchQuery(search: Search, bounds: Bounds, order: string): string {
  const byWords = `SELECT scan_words.rowid AS id FROM scan_words CROSS JOIN scans ON scans.id = scan_words.rowid
    ${toWhere(search, bounds, "scan_words.rowid", "scan_words MATCH :match")} ${order}`;
  const named = `SELECT tags.identifier FROM tag_words JOIN tags ON tags.id = tag_words.rowid
    WHERE tag_words MATCH :nameMatch`;
  const byTag = `SELECT scans.id FROM scans ${toWhere(search, bounds, "scans.id", `scans.tag IN (${named})`)} ${order}`;
  return `SELECT id FROM (${byWords}) UNION SELECT id FROM (${byTag})`;
}

function toWhere(search: Search, bounds: Bounds, id = "scans.id", first?: string): string {
  const conditions = [
    first,
    search.inbox !== undefined && "scans.inbox = :inbox",
    search.inboxes !== undefined && "scans.inbox IN (SELECT value FROM json_each(:inboxes))",
    search.source !== undefined && "scans.source = :source",
    search.tag !== undefined && "scans.tag = :tag",
    search.from !== undefined && "scans.received_at >= :from",
    search.to !== undefined && "scans.received_at < :to",
    search.ids !== undefined && `${id} IN (SELECT value FROM json_each(:ids))`,
    bounds.after !== undefined && `${id} > :after`,
    bounds.before !== undefined && `${id} < :before`,
  ].filter(Boolean);
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}
