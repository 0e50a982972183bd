import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Source } from "@scanhook/webhook";
import type { Page, StoredScan } from "../store.ts";
import { prepared } from "./database.ts";
import type { Search } from "./search.ts";

export function listScans(db: DatabaseSync, search: Search, page: Page): StoredScan[] {
  const where = toWhere(search);
  const { id } = where;
  const up = page.after !== undefined && page.before === undefined;
  if (page.after !== undefined) where.add(`${id} > :after`, { after: page.after });
  if (page.before !== undefined) where.add(`${id} < :before`, { before: page.before });
  const sql = `SELECT ${columns} FROM ${where.from} ${where.sql()} ORDER BY ${id} ${up ? "ASC" : "DESC"} LIMIT :limit`;
  const rows = prepared(db, sql).all({ ...where.values, limit: page.limit });
  return (rows as ScanRow[]).map(toStoredScan);
}

export function scan(db: DatabaseSync, id: number): (StoredScan & { body: string }) | undefined {
  const row = prepared(db, `SELECT ${columns}, body FROM scans WHERE id = ?`).get(id);
  return row && { ...toStoredScan(row as ScanRow), body: row.body as string };
}

export function lastScan(db: DatabaseSync, source: Source): StoredScan | undefined {
  const sql = `SELECT ${columns} FROM scans WHERE source = ? ORDER BY id DESC LIMIT 1`;
  const row = prepared(db, sql).get(source);
  return row && toStoredScan(row as ScanRow);
}

export function countScans(db: DatabaseSync, search: Search): number {
  const where = toWhere(search);
  const sql = `SELECT count(*) AS scans FROM ${where.from} ${where.sql()}`;
  return (prepared(db, sql).get(where.values) as { scans: number }).scans;
}

/** The greatest id ever given; 0 before the first scan. */
export function lastId(db: DatabaseSync): number {
  const row = prepared(db, "SELECT seq FROM sqlite_sequence WHERE name = 'scans'").get();
  return (row?.seq as number | undefined) ?? 0;
}

export function size(db: DatabaseSync): { scans: number; bytes: number } {
  const path = db.location()!;
  const files = [path, `${path}-wal`, `${path}-shm`];
  const bytes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return { scans: countScans(db, {}), bytes: bytes.reduce((sum, part) => sum + part, 0) };
}

const columns =
  "scans.id, scans.inbox, scans.user, scans.identifier, scans.date, scans.content, scans.tag_type, scans.structured, scans.source, scans.received_at, scans.repeats";

type ScanRow = {
  id: number;
  inbox: string;
  user: string | null;
  identifier: string;
  date: string;
  content: string;
  tag_type: string | null;
  structured: string | null;
  source: Source | null;
  received_at: number;
  repeats: number;
};

function toStoredScan(row: ScanRow): StoredScan {
  return {
    id: row.id,
    inbox: row.inbox,
    ...(row.user === null ? {} : { user: row.user }),
    identifier: row.identifier,
    date: row.date,
    content: row.content,
    ...(row.tag_type === null ? {} : { tagType: row.tag_type }),
    ...(row.structured === null ? {} : { structured: JSON.parse(row.structured) }),
    ...(row.source === null ? {} : { source: row.source }),
    receivedAt: new Date(row.received_at).toISOString(),
    repeats: row.repeats,
  };
}

function toWhere({ inbox, source, from, to, match, ids }: Search) {
  const id = match === undefined ? "scans.id" : "scan_words.rowid";
  const conditions: string[] = [];
  const values: Record<string, SQLInputValue> = {};
  const add = (condition: string, value: Record<string, SQLInputValue>) => {
    conditions.push(condition);
    Object.assign(values, value);
  };
  if (match !== undefined) add("scan_words MATCH :match", { match });
  if (inbox !== undefined) add("scans.inbox = :inbox", { inbox });
  if (source !== undefined) add("scans.source = :source", { source });
  if (from !== undefined) add("scans.received_at >= :from", { from });
  if (ids !== undefined) add(`${id} IN (SELECT value FROM json_each(:ids))`, { ids });
  if (to !== undefined) add("scans.received_at < :to", { to });
  return {
    id,
    // CROSS JOIN: the words come first, then their scans by id; the planner may not turn it round.
    from:
      match === undefined ? "scans" : "scan_words CROSS JOIN scans ON scans.id = scan_words.rowid",
    values,
    add,
    sql: () => (conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`),
  };
}
