import type { Source } from "@scanhook/webhook";
import type { ScanFilter } from "../store.ts";
import { parseTime, toJoinedIdentifier, toTypedWords } from "../typed-search.ts";

/** A filter as the queries need it: times as milliseconds, words as an FTS5 expression. */
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

/** Throws a RangeError when a time cannot be read. Any text is fine. */
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
 * What people type, as an FTS5 expression (https://sqlite.org/fts5.html#full_text_query_syntax): every word must be
 * there, as the beginning of a word. Inside double quotes nothing has a meaning but the quote, so each word goes there.
 * An identifier is indexed without its separators, so a word that has some is looked for in that form too.
 * Undefined when there is no letter and no digit: then there is nothing to look for.
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
