import type { DatabaseSync } from "node:sqlite";
import { readTerms } from "./fts5-terms.ts";

/** A beginning of more words than this is left to FTS5. */
const maxWords = 32;

/**
 * Replaces each beginning in an expression of `toMatch` by the indexed words that begin so, where
 * they are few. The expression finds the same scans. For a beginning, FTS5 collects every scan of
 * every such word before it returns the first one, which takes 50 ms with a million scans; whole
 * words it reads scan by scan, the newest first (https://sqlite.org/fts5.html#fts5_prefix_queries).
 * FTS5's option `prefix` takes more: with a million scans, `prefix='1 2 3 4'` made the index 3.4
 * times as large and indexing 2.7 times as slow, and a word of six letters that all scans have was
 * found in 172 ms instead of 2.
 */
export function replaceBeginnings(db: DatabaseSync, match: string): string {
  // A quote inside a text is doubled, so none comes before the quote that opens one.
  return match.replaceAll(/(?<!")"([a-z\d]+)"\*/gi, (beginning, typed: string) => {
    const words = listWords(db, typed.toLowerCase());
    if (words.length === 0 || words.length > maxWords) return beginning;
    return `(${words.map((word) => `"${word}"`).join(" OR ")})`;
  });
}

/**
 * Returns the indexed words that begin with this ASCII text in lower case, sorted; only
 * `maxWords + 1` of them if there are more, and none if the index is damaged. FTS5 then finds the
 * scans in what can be read, or reports the damage.
 */
function listWords(db: DatabaseSync, beginning: string): string[] {
  const words = new Set<string>();
  for (const term of readTerms(db, "scan_words", beginning)) {
    if (term === undefined) return [];
    words.add(term);
    if (words.size > maxWords) break;
  }
  return [...words].sort();
}
