import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./database.ts";

/** What a group of new scans says of one tag: how many, the ids of the first and the last, what that one read. */
export type Seen = { scans: number; first: number; last: number; content: string };

/** Keeps the counts of tags true after scans were inserted; belongs into the same transaction. */
export function countSeen(db: DatabaseSync, tags: ReadonlyMap<string, Seen>): void {
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

/** Keeps the counts of tags true after scans of these tags were deleted, one entry for each scan. */
export function countGone(db: DatabaseSync, tags: readonly string[]): void {
  const gone = new Map<string, number>();
  for (const tag of tags) gone.set(tag, (gone.get(tag) ?? 0) + 1);
  for (const [tag, scans] of gone) {
    prepared(
      db,
      `UPDATE tags SET scans = scans - ?2,
         first_scan = coalesce((SELECT min(id) FROM scans WHERE tag = ?1), 0),
         last_scan = coalesce((SELECT max(id) FROM scans WHERE tag = ?1), 0)
       WHERE identifier = ?1`,
    ).run(tag, scans);
    dropUnused(db, tag);
  }
  writeWords(db, [...gone.keys()]);
}

/** A tag without scans and without a name is none. */
export function dropUnused(db: DatabaseSync, tag: string): void {
  prepared(db, "DELETE FROM tags WHERE identifier = ? AND scans = 0 AND name IS NULL").run(tag);
}

/** Makes these tags found by what they are called and read now, all of them in one statement as the scans are. */
export function writeWords(db: DatabaseSync, tags: readonly string[]): void {
  if (tags.length === 0) return;
  const wanted = "SELECT value FROM json_each(?)";
  const list = JSON.stringify(tags);
  prepared(
    db,
    `DELETE FROM tag_words WHERE rowid IN (SELECT id FROM tags WHERE identifier IN (${wanted}))`,
  ).run(list);
  prepared(
    db,
    `INSERT INTO tag_words (rowid, name, identifier, content)
     SELECT tags.id, tags.name, replace(tags.identifier, ':', ''), scans.content
     FROM tags LEFT JOIN scans ON scans.id = tags.last_scan WHERE tags.identifier IN (${wanted})`,
  ).run(list);
}

function lastContent(db: DatabaseSync, tag: string): unknown {
  const sql =
    "SELECT scans.content FROM tags JOIN scans ON scans.id = tags.last_scan WHERE tags.identifier = ?";
  return prepared(db, sql).get(tag)?.content;
}
