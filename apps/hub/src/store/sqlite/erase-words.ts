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

function countChanges(db: DatabaseSync): number {
  return prepared(db, "SELECT total_changes() AS count").get()!.count as number;
}
