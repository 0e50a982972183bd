import type { Source } from "@scanhook/webhook";
import type { ScanFilter } from "../store.ts";
import { parseTime, toJoinedIdentifier, toTypedWords } from "../typed-search.ts";

/** A filter as the queries need it. Times are milliseconds since 1970 and `match` is an FTS5 expression. */
export type Search = {
  inbox?: string;
  source?: Source;
  tag?: string;
  from?: number;
  to?: number;
  match?: string;
  /** A JSON array. */
  ids?: string;
};

/** Throws a RangeError for an invalid time. Any search text is valid. */
export function toSearch({ inbox, source, tag, from, to, text, ids }: ScanFilter): Search {
  const match = text === undefined ? undefined : toMatch(text);
  return {
    ...(inbox === undefined ? {} : { inbox }),
    ...(source === undefined ? {} : { source }),
    ...(tag === undefined ? {} : { tag }),
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
    ...(match === undefined ? {} : { match }),
    ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
  };
}

/**
 * Converts a search text to an FTS5 expression (https://sqlite.org/fts5.html#full_text_query_syntax) that matches when
 * every word of the text is the beginning of a word. Each word is put in double quotes, where only the quote itself is
 * special. Identifiers are indexed without their separators, so a word with separators also matches in that form.
 * Returns undefined for a text without letters and digits.
 */
export function toMatch(text: string): string | undefined {
  const words = toTypedWords(text);
  if (words.length === 0) return undefined;
  return words
    .map((word) => {
      const phrase = `"${word.replaceAll('"', '""')}"*`;
      const joined = toJoinedIdentifier(word);
      return joined !== undefined ? `(${phrase} OR identifier : "${joined}"*)` : phrase;
    })
    .join(" AND ");
}
