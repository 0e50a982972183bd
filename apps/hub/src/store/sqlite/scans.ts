import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Source } from "@scanhook/webhook";
import type { Page } from "../store.ts";
import { type ScanRow, type StoredScan, selectedColumns, toStoredScan } from "../stored-scan.ts";
import { prepared } from "./database.ts";
import type { Search } from "./search.ts";

export function listScans(db: DatabaseSync, search: Search, page: Page): StoredScan[] {
  const ascending = page.after !== undefined && page.before === undefined;
  const order = `ORDER BY id ${ascending ? "ASC" : "DESC"} LIMIT :limit`;
  const sql =
    search.match === undefined
      ? `SELECT ${selectedColumns} FROM scans ${toWhere(search, page)} ${order}`
      : `SELECT ${selectedColumns} FROM (${toSearchQuery(search, page, order)}) AS found
         CROSS JOIN scans ON scans.id = found.id ${order.replace("id", "scans.id")}`;
  const rows = prepared(db, sql).all({ ...search, ...page });
  return (rows as ScanRow[]).map(toStoredScan);
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

export function countScans(db: DatabaseSync, search: Search): number {
  const from =
    search.match === undefined
      ? `scans ${toWhere(search, {})}`
      : `(${toSearchQuery(search, {}, "")})`;
  const row = prepared(db, `SELECT count(*) AS scans FROM ${from}`).get({ ...search });
  return row!.scans as number;
}

/** Returns the greatest id of a scan, or 0 without scans. `sqlite_sequence` would be wrong, since repeats use up ids too. */
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

type Bounds = Omit<Page, "limit">;

/**
 * Returns a query for the ids of the scans that have the words, or whose tag has them in its name. Each half is sorted and
 * limited by itself, so that neither reads more than a page.
 */
function toSearchQuery(search: Search, bounds: Bounds, order: string): string {
  const byWords = `SELECT scan_words.rowid AS id FROM scan_words CROSS JOIN scans ON scans.id = scan_words.rowid
    ${toWhere(search, bounds, "scan_words.rowid", "scan_words MATCH :match")} ${order}`;
  const named = `SELECT tags.identifier FROM tag_words JOIN tags ON tags.id = tag_words.rowid
    WHERE tag_words MATCH '{name} : (' || :match || ')'`;
  const byTag = `SELECT scans.id FROM scans ${toWhere(search, bounds, "scans.id", `scans.tag IN (${named})`)} ${order}`;
  return `SELECT id FROM (${byWords}) UNION SELECT id FROM (${byTag})`;
}

function toWhere(search: Search, bounds: Bounds, id = "scans.id", first?: string): string {
  const conditions = [
    first,
    search.inbox !== undefined && "scans.inbox = :inbox",
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
