import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./database.ts";

/** A beginning of more words than this is left to FTS5. */
const maxWords = 32;

/**
 * Replaces each beginning in an expression of `toMatch` by the indexed words that begin so, where they are few. The expression
 * finds the same scans. For a beginning, FTS5 collects every scan of every such word before it returns the first one, which takes
 * 50 ms with a million scans; whole words it reads scan by scan, the newest first
 * (https://sqlite.org/fts5.html#fts5_prefix_queries).
 */
export function replaceBeginnings(db: DatabaseSync, match: string): string {
  // A quote inside a text is doubled, so none comes before the quote that opens one.
  return match.replaceAll(/(?<!")"([a-z\d]+)"\*/gi, (beginning, typed: string) => {
    const words = listWords(db, typed.toLowerCase());
    if (words.length === 0 || words.length > maxWords) return beginning;
    return `(${words.map((word) => `"${word}"`).join(" OR ")})`;
  });
}

/** Returns the indexed words that begin with this text in lower case, but at most one more than `maxWords`. */
function listWords(db: DatabaseSync, beginning: string): string[] {
  prepared(
    db,
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.indexed_words USING fts5vocab(main, scan_words, 'instance')",
  ).run();
  // Each word is looked up by itself, because this table has a row for each place where a word occurs.
  const findNext = prepared(db, "SELECT term FROM temp.indexed_words WHERE term >= ? LIMIT 1");
  const words: string[] = [];
  let from = beginning;
  while (words.length <= maxWords) {
    const word = findNext.get(from)?.term as string | undefined;
    if (!word?.startsWith(beginning)) break;
    words.push(word);
    // The first text after the word, since no word has a control character.
    from = `${word}\u0001`;
  }
  return words;
}
