import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Source } from "@scanhook/webhook";
import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { Page, StoredScan } from "../store.ts";
import { prepared } from "./database.ts";
import type { Search } from "./search.ts";

export function listScans(db: DatabaseSync, search: Search, page: Page): StoredScan[] {
  const up = page.after !== undefined && page.before === undefined;
  const order = `ORDER BY id ${up ? "ASC" : "DESC"} LIMIT :limit`;
  const sql =
    search.match === undefined
      ? `SELECT ${scanColumns} FROM scans ${toWhere(search, page)} ${order}`
      : `SELECT ${scanColumns} FROM (${toFound(search, page, order)}) AS found
         CROSS JOIN scans ON scans.id = found.id ${order.replace("id", "scans.id")}`;
  const rows = prepared(db, sql).all({ ...search, ...page });
  return (rows as ScanRow[]).map(toStoredScan);
}

export function scan(db: DatabaseSync, id: number): (StoredScan & { body: string }) | undefined {
  const row = prepared(db, `SELECT ${scanColumns}, body FROM scans WHERE id = ?`).get(id);
  return row && { ...toStoredScan(row as ScanRow), body: row.body as string };
}

export function lastScan(db: DatabaseSync, source: Source): StoredScan | undefined {
  const sql = `SELECT ${scanColumns} FROM scans WHERE source = ? ORDER BY id DESC LIMIT 1`;
  const row = prepared(db, sql).get(source);
  return row && toStoredScan(row as ScanRow);
}

export function countScans(db: DatabaseSync, search: Search): number {
  const from =
    search.match === undefined ? `scans ${toWhere(search, {})}` : `(${toFound(search, {}, "")})`;
  const row = prepared(db, `SELECT count(*) AS scans FROM ${from}`).get({ ...search });
  return row!.scans as number;
}

/** The greatest id there is; 0 before the first scan. A repeat uses up an id as well, but is no scan. */
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

type Place = Omit<Page, "limit">;

/** The ids of scans that have the words, or whose tag has them in its name: each half ordered and cut off by itself. */
function toFound(search: Search, place: Place, order: string): string {
  const byWords = `SELECT scan_words.rowid AS id FROM scan_words CROSS JOIN scans ON scans.id = scan_words.rowid
    ${toWhere(search, place, "scan_words.rowid", "scan_words MATCH :match")} ${order}`;
  const named = `SELECT tags.identifier FROM tag_words JOIN tags ON tags.id = tag_words.rowid
    WHERE tag_words MATCH '{name} : (' || :match || ')'`;
  const byTag = `SELECT scans.id FROM scans ${toWhere(search, place, "scans.id", `scans.tag IN (${named})`)} ${order}`;
  return `SELECT id FROM (${byWords}) UNION SELECT id FROM (${byTag})`;
}

function toWhere(search: Search, place: Place, id = "scans.id", first?: string): string {
  const conditions = [
    first,
    search.inbox !== undefined && "scans.inbox = :inbox",
    search.source !== undefined && "scans.source = :source",
    search.tag !== undefined && "scans.tag = :tag",
    search.from !== undefined && "scans.received_at >= :from",
    search.to !== undefined && "scans.received_at < :to",
    search.ids !== undefined && `${id} IN (SELECT value FROM json_each(:ids))`,
    place.after !== undefined && `${id} > :after`,
    place.before !== undefined && `${id} < :before`,
  ].filter(Boolean);
  return conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
}
