import type { DatabaseSync } from "node:sqlite";
import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { TagPage, TagRecord } from "../store.ts";
import { prepared, transaction } from "./database.ts";
import { dropUnused, writeWords } from "./tag-counts.ts";

/** `match` is an FTS5 expression. */
export function tags(
  db: DatabaseSync,
  { match }: { match?: string },
  { after, limit }: TagPage,
): TagRecord[] {
  const conditions = [
    ...(match === undefined
      ? []
      : ["tags.id IN (SELECT rowid FROM tag_words WHERE tag_words MATCH :match)"]),
    ...(after === undefined
      ? []
      : [
          "tags.last_scan <= :lastScan AND (tags.last_scan < :lastScan OR tags.identifier > :identifier)",
        ]),
  ];
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const sql = `${select} ${where} ORDER BY tags.last_scan DESC, tags.identifier LIMIT :limit`;
  const rows = prepared(db, sql).all({
    ...(match === undefined ? {} : { match }),
    ...(after === undefined ? {} : { lastScan: after.lastScan, identifier: after.identifier }),
    limit,
  });
  return (rows as TagRow[]).map(toTagRecord);
}

export function tag(db: DatabaseSync, identifier: string): TagRecord | undefined {
  const row = prepared(db, `${select} WHERE tags.identifier = ?`).get(identifier);
  return row && toTagRecord(row as TagRow);
}

export function nameTag(db: DatabaseSync, identifier: string, name: string): TagRecord {
  return transaction(db, () => {
    prepared(
      db,
      "INSERT INTO tags (identifier, name) VALUES (?1, ?2) ON CONFLICT (identifier) DO UPDATE SET name = ?2",
    ).run(identifier, name);
    writeWords(db, [identifier]);
    return tag(db, identifier)!;
  });
}

export function unnameTag(db: DatabaseSync, identifier: string): boolean {
  return transaction(db, () => {
    const { changes } = prepared(
      db,
      "UPDATE tags SET name = NULL WHERE identifier = ? AND name IS NOT NULL",
    ).run(identifier);
    dropUnused(db, identifier);
    writeWords(db, [identifier]);
    return changes === 1;
  });
}

const select = `SELECT tags.identifier AS tag_identifier, tags.name, tags.scans,
  (SELECT received_at FROM scans WHERE id = tags.first_scan) AS first_seen_at, ${scanColumns}
  FROM tags LEFT JOIN scans ON scans.id = tags.last_scan`;

type TagRow = (ScanRow | Record<keyof ScanRow, null>) & {
  tag_identifier: string;
  name: string | null;
  scans: number;
  first_seen_at: number | null;
};

function toTagRecord(row: TagRow): TagRecord {
  const lastScan = row.id === null ? undefined : toStoredScan(row);
  return {
    identifier: row.tag_identifier,
    ...(row.name === null ? {} : { name: row.name }),
    scans: row.scans,
    ...(row.first_seen_at === null
      ? {}
      : { firstSeenAt: new Date(row.first_seen_at).toISOString() }),
    ...(lastScan === undefined ? {} : { lastSeenAt: lastScan.receivedAt, lastScan }),
  };
}
