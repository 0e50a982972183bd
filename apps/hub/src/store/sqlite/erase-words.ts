import type { DatabaseSync } from "node:sqlite";
import { erasing, prepared } from "./database.ts";

/** How many pages of an index one step rewrites, so that arriving scans do not wait long for it. */
const pagesOfStep = 64;

/** Notes that scans were deleted whose words the indexes keep. */
export function noteDeletedWords(db: DatabaseSync): void {
  prepared(db, "UPDATE indexing SET words_deleted = words_deleted + 1").run();
}

/**
 * Returns how often scans were deleted since their words were erased, 0 if there is nothing to do.
 */
export function countDeletedWords(db: DatabaseSync): number {
  return prepared(db, "SELECT words_deleted AS count FROM indexing").get()!.count as number;
}

/** Notes that the words of these deletions are erased, unless there were others meanwhile. */
export function noteErasedWords(db: DatabaseSync, count: number): void {
  prepared(db, "UPDATE indexing SET words_deleted = 0 WHERE words_deleted = ?").run(count);
}

/**
 * Rewrites a part of the indexes without the words of deleted scans, which FTS5 otherwise keeps
 * until it merges their segments (https://www.sqlite.org/fts5.html, 6.7 and 6.8). `isFirst` begins
 * with all segments. Returns 0 once nothing is left to rewrite.
 */
export function eraseWordsBatch(db: DatabaseSync, isFirst: boolean): number {
  const before = countChanges(db);
  erasing(db, () => {
    for (const table of ["scan_words", "tag_words"])
      prepared(db, `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(
        isFirst ? -pagesOfStep : pagesOfStep,
      );
  });
  const changed = countChanges(db) - before;
  // Each of the two statements counts as one change.
  return changed > 2 ? changed : 0;
}

/** How many free pages one step overwrites. */
const freePagesOfStep = 512;

/**
 * Overwrites a part of the free pages of the file. They keep what they held if they were freed
 * while nothing was being erased, as when FTS5 merges segments by itself. A table of zeros takes
 * them all, until `releaseFreePagesBatch`. Returns 0 once no page is left.
 */
export function overwriteFreePagesBatch(db: DatabaseSync): number {
  const free = readPragma(db, "freelist_count");
  if (free === 0) return 0;
  db.exec("CREATE TABLE IF NOT EXISTS free_pages (zeros BLOB)");
  const bytes = Math.min(free, freePagesOfStep) * readPragma(db, "page_size");
  db.prepare("INSERT INTO free_pages (zeros) VALUES (zeroblob(?))").run(bytes);
  return free;
}

/** Makes a part of the overwritten pages free again. Returns 0 once the table of zeros is gone. */
export function releaseFreePagesBatch(db: DatabaseSync): number {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'free_pages'").get();
  if (!exists) return 0;
  const { changes } = db
    .prepare("DELETE FROM free_pages WHERE rowid = (SELECT min(rowid) FROM free_pages)")
    .run();
  if (changes === 0) db.exec("DROP TABLE free_pages");
  return 1;
}

function readPragma(db: DatabaseSync, name: "freelist_count" | "page_size"): number {
  return db.prepare(`PRAGMA ${name}`).get()![name] as number;
}

function countChanges(db: DatabaseSync): number {
  return prepared(db, "SELECT total_changes() AS count").get()!.count as number;
}
