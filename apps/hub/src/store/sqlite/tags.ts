import type { DatabaseSync } from "node:sqlite";
import { selectTags, type TagRow, toTagRecord } from "../tag-row.ts";
import type { TagFilter, TagPage, TagRecord } from "../tags.ts";
import { prepared, transaction } from "./database.ts";
import { readListPage } from "./scans.ts";
import { tagColumns, toMatch } from "./search.ts";
import { deleteIfUnused, writeWords } from "./tag-counts.ts";

export function tags(
  db: DatabaseSync,
  { text }: TagFilter,
  { after, limit }: TagPage,
): TagRecord[] {
  const match = text === undefined ? undefined : toMatch(text, tagColumns);
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
  const sql = `${selectTags} ${where} ORDER BY tags.last_scan DESC, tags.identifier LIMIT :limit`;
  const rows = prepared(db, sql).all({
    ...(match === undefined ? {} : { match }),
    ...(after === undefined ? {} : { lastScan: after.lastScan, identifier: after.identifier }),
    limit,
  });
  return (rows as TagRow[]).map((row) => withLastScan(db, row));
}

export function tag(db: DatabaseSync, identifier: string): TagRecord | undefined {
  const row = prepared(db, `${selectTags} WHERE tags.identifier = ?`).get(identifier);
  return row && withLastScan(db, row as TagRow);
}

function withLastScan(db: DatabaseSync, row: TagRow): TagRecord {
  const { scans } = readListPage(db, { ids: JSON.stringify([row.last_scan]) }, { limit: 1 });
  return toTagRecord(row, scans[0]);
}

export function nameTag(
  db: DatabaseSync,
  now: number,
  identifier: string,
  name: string,
  revision?: number,
): TagRecord | "changed-meanwhile" {
  return transaction(db, () => {
    if (isStale(db, identifier, revision)) return "changed-meanwhile";
    prepared(
      db,
      `INSERT INTO tags (identifier, name, revision, changed_at) VALUES (?1, ?2, 2, ?3)
       ON CONFLICT (identifier) DO UPDATE SET name = ?2, revision = revision + 1, changed_at = ?3`,
    ).run(identifier, name, now);
    writeWords(db, [identifier]);
    return tag(db, identifier)!;
  });
}

export function unnameTag(
  db: DatabaseSync,
  now: number,
  identifier: string,
  revision?: number,
): "removed" | "no-such-name" | "changed-meanwhile" {
  return transaction(db, () => {
    if (isStale(db, identifier, revision)) return "changed-meanwhile";
    const { changes } = prepared(
      db,
      `UPDATE tags SET name = NULL, revision = revision + 1, changed_at = ?2
       WHERE identifier = ?1 AND name IS NOT NULL`,
    ).run(identifier, now);
    deleteIfUnused(db, identifier);
    writeWords(db, [identifier]);
    return changes === 1 ? "removed" : "no-such-name";
  });
}

/**
 * Returns whether a revision is given and differs from the current one, which is 1 for an unknown
 * tag.
 */
function isStale(db: DatabaseSync, identifier: string, revision: number | undefined): boolean {
  if (revision === undefined) return false;
  const row = prepared(db, "SELECT revision FROM tags WHERE identifier = ?").get(identifier);
  return revision !== (row?.revision ?? 1);
}
