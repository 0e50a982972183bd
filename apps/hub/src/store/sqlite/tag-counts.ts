import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./database.ts";
import { indexTags } from "./search.ts";

/**
 * The scans of one tag in a group of new scans: their number, the first and the last id, and the
 * content of the last one.
 */
export type NewTagScans = { scans: number; first: number; last: number; content: string };

/**
 * Adds new scans to the counts of their tags. Call it inside the transaction that inserted the
 * scans.
 */
export function countNewScans(db: DatabaseSync, tags: ReadonlyMap<string, NewTagScans>): void {
  const changed: string[] = [];
  for (const [tag, { scans, first, last, content }] of tags) {
    if (lastContent(db, tag) !== content) changed.push(tag);
    prepared(
      db,
      `INSERT INTO tags (identifier, scans, first_scan, last_scan) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (identifier) DO UPDATE
       SET scans = scans + ?2, first_scan = iif(first_scan = 0, ?3, first_scan), last_scan = ?4`,
    ).run(tag, scans, first, last);
  }
  writeWords(db, changed);
}

/**
 * Subtracts deleted scans from the counts of their tags. `tags` has the tag of each scan, so that a
 * tag may occur several times.
 */
export function countDeletedScans(db: DatabaseSync, tags: readonly string[]): void {
  const deleted = new Map<string, number>();
  for (const tag of tags) deleted.set(tag, (deleted.get(tag) ?? 0) + 1);
  for (const [tag, scans] of deleted) {
    prepared(
      db,
      `UPDATE tags SET scans = scans - ?2,
         first_scan = coalesce((SELECT min(id) FROM scans WHERE tag = ?1), 0),
         last_scan = coalesce((SELECT max(id) FROM scans WHERE tag = ?1), 0)
       WHERE identifier = ?1`,
    ).run(tag, scans);
    deleteIfUnused(db, tag);
  }
  writeWords(db, [...deleted.keys()]);
}

/**
 * Adds restored scans to the counts of their tags. `tags` has the tag of each scan, so that a tag
 * may occur several times.
 */
export function countRestoredScans(db: DatabaseSync, tags: readonly string[]): void {
  for (const tag of tags) {
    prepared(
      db,
      `INSERT INTO tags (identifier, scans) VALUES (?1, 1)
       ON CONFLICT (identifier) DO UPDATE SET scans = scans + 1`,
    ).run(tag);
  }
  const restored = [...new Set(tags)];
  for (const tag of restored) {
    prepared(
      db,
      `UPDATE tags SET first_scan = (SELECT min(id) FROM scans WHERE tag = ?1),
         last_scan = (SELECT max(id) FROM scans WHERE tag = ?1)
       WHERE identifier = ?1`,
    ).run(tag);
  }
  writeWords(db, restored);
}

/** Deletes the tag if it has neither scans nor a name. */
export function deleteIfUnused(db: DatabaseSync, tag: string): void {
  prepared(db, "DELETE FROM tags WHERE identifier = ? AND scans = 0 AND name IS NULL").run(tag);
}

/** Indexes the current name and last content of these tags. */
export function writeWords(db: DatabaseSync, tags: readonly string[]): void {
  if (tags.length === 0) return;
  const listed = "SELECT value FROM json_each(?)";
  const list = JSON.stringify(tags);
  prepared(
    db,
    `DELETE FROM tag_words WHERE rowid IN (SELECT id FROM tags WHERE identifier IN (${listed}))`,
  ).run(list);
  indexTags(db, `WHERE tags.identifier IN (${listed})`, list);
}

function lastContent(db: DatabaseSync, tag: string): unknown {
  const sql =
    "SELECT scans.content FROM tags JOIN scans ON scans.id = tags.last_scan WHERE tags.identifier = ?";
  return prepared(db, sql).get(tag)?.content;
}
