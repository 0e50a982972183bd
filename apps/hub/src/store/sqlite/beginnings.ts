import type { DatabaseSync } from "node:sqlite";
import { readTerms } from "./fts5-terms.ts";

/**
 * The maximum number of words that replace a beginning. FTS5 searches for beginnings of more words.
 */
const maxWords = 32;

/**
 * Replaces each beginning of a word in an expression of `toMatch` by the indexed words with this
 * beginning, if they are few. The expression finds the same scans. For a beginning, FTS5 collects
 * the scans of all these words before it returns the first one, which takes 50 ms with a million
 * scans. For whole words, it reads scan by scan, the newest first
 * (https://sqlite.org/fts5.html#fts5_prefix_queries). FTS5's option `prefix` costs more: with a
 * million scans, `prefix='1 2 3 4'` made the index 3.4 times as large and indexing 2.7 times as
 * slow, and found a word of six letters that all scans have in 172 ms instead of 2 ms.
 */
export function replaceBeginnings(db: DatabaseSync, match: string): string {
  // Quotes inside a text are doubled, so the quote that opens a text never follows another quote.
  return match.replaceAll(/(?<!")"([a-z\d]+)"\*/gi, (beginning, typed: string) => {
    const words = listWords(db, typed.toLowerCase());
    if (words.length === 0 || words.length > maxWords) return beginning;
    return `(${words.map((word) => `"${word}"`).join(" OR ")})`;
  });
}

/**
 * Returns the indexed words that begin with this ASCII text in lower case, sorted, and at most
 * `maxWords + 1` of them. Returns no words if the index is damaged, so that FTS5 searches the
 * readable part or reports the damage.
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
