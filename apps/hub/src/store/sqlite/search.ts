import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { foldText } from "@scanhook/content";
import type { Source } from "@scanhook/webhook";
import { toIndexedText, toWordEnd, toWords } from "../indexed-text.ts";
import type { ScanFilter } from "../scan-selection.ts";
import { parseTime, toJoinedIdentifier, toTypedWords } from "../typed-search.ts";
import { prepared } from "./database.ts";

/** A filter in the form that the queries need. Times are milliseconds since 1970. */
export type Search = {
  inbox?: string;
  /** A JSON array. */
  inboxes?: string;
  source?: Source;
  tag?: string;
  from?: number;
  to?: number;
  /**
   * An FTS5 expression for `scan_words`. It is always accompanied by `nameMatch`, one for the names
   * in `tag_words`.
   */
  match?: string;
  nameMatch?: string;
  /** A JSON array. */
  ids?: string;
};

/**
 * Converts a filter to a search. Throws a RangeError for an invalid time. Any search text is valid.
 */
export function toSearch(filter: ScanFilter): Search {
  const { inbox, inboxes, source, tag, from, to, text, ids } = filter;
  const match = text === undefined ? undefined : toMatch(text, scanColumns);
  const nameMatch = text === undefined ? undefined : toMatch(text, nameColumns);
  return {
    ...(inbox === undefined ? {} : { inbox }),
    ...(inboxes === undefined ? {} : { inboxes: JSON.stringify(inboxes) }),
    ...(source === undefined ? {} : { source }),
    ...(tag === undefined ? {} : { tag }),
    ...(from === undefined ? {} : { from: parseTime(from) }),
    ...(to === undefined ? {} : { to: parseTime(to) }),
    ...(match === undefined || nameMatch === undefined ? {} : { match, nameMatch }),
    ...(ids === undefined ? {} : { ids: JSON.stringify(ids) }),
  };
}

/** The columns of an FTS5 table that have words, and those that have reversed words. */
type IndexColumns = { words: string; ends: string; identifier?: string };

const scanColumns: IndexColumns = {
  words: "{content identifier user}",
  ends: "ends",
  identifier: "identifier",
};
const nameColumns: IndexColumns = { words: "name", ends: "name_ends" };
export const tagColumns: IndexColumns = {
  words: "{name identifier content}",
  ends: "{name_ends ends}",
  identifier: "identifier",
};

/**
 * Converts a search text to an FTS5 expression
 * (https://sqlite.org/fts5.html#full_text_query_syntax) that matches when every word of the text is
 * the beginning or the end of a word. Each word is put in double quotes, where only the quote
 * itself is special. Identifiers are indexed without their separators, so a word with separators
 * also matches in that form. Returns undefined for a text without letters and digits.
 */
export function toMatch(text: string, columns: IndexColumns = scanColumns): string | undefined {
  const words = toTypedWords(text);
  if (words.length === 0) return undefined;
  const { identifier } = columns;
  return words
    .map((word) => {
      const joined = identifier === undefined ? undefined : toJoinedIdentifier(word);
      const end = toTypedEnd(joined ?? word);
      const alternatives = [
        `${columns.words} : "${word.replaceAll('"', '""')}"*`,
        ...(joined === undefined ? [] : [`${identifier} : "${joined}"*`]),
        ...(end === undefined ? [] : [`${columns.ends} : "${end}"*`]),
      ];
      return `(${alternatives.join(" OR ")})`;
    })
    .join(" AND ");
}

/**
 * Reverses a typed word, to search for the beginnings of reversed words. Returns undefined if the
 * text is not exactly one word.
 */
function toTypedEnd(typed: string): string | undefined {
  const [word, ...more] = toWords(typed);
  return word === undefined || more.length > 0 ? undefined : toWordEnd(word);
}

type ScanTexts = {
  id: number;
  content: string;
  identifier: string;
  user: string | null;
};

/**
 * Indexes the words of the scans that the SQL clause `where` selects. They must not be indexed yet.
 */
export function indexScans(db: DatabaseSync, where: string, ...values: SQLInputValue[]): void {
  const insert = prepared(
    db,
    "INSERT INTO scan_words (rowid, content, identifier, user, ends) VALUES (?, ?, ?, ?, ?)",
  );
  const rows = prepared(
    db,
    `SELECT id, content, identifier, user FROM scans ${where} ORDER BY id`,
  ).iterate(...values);
  for (const row of rows) {
    const { id, user, ...texts } = row as ScanTexts;
    const content = foldText(toIndexedText(texts.content));
    const identifier = toJoined(texts.identifier);
    const sender = user === null ? null : foldText(user);
    insert.run(id, content, identifier, sender, toWordEnds(content, identifier));
  }
}

type TagTexts = { id: number; identifier: string; name: string | null; content: string | null };

/**
 * Indexes the names, identifiers and last contents of the tags that the SQL clause `where` selects.
 * They must not be indexed yet.
 */
export function indexTags(db: DatabaseSync, where: string, ...values: string[]): void {
  const insert = prepared(
    db,
    `INSERT INTO tag_words (rowid, name, identifier, content, name_ends, ends)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const rows = prepared(
    db,
    `SELECT tags.id, tags.identifier, tags.name, scans.content
     FROM tags LEFT JOIN scans ON scans.id = tags.last_scan ${where}`,
  ).all(...values) as TagTexts[];
  for (const { id, ...texts } of rows) {
    const name = foldText(texts.name ?? "");
    const content = foldText(toIndexedText(texts.content ?? ""));
    const identifier = toJoined(texts.identifier);
    const ends = toWordEnds(content, identifier);
    insert.run(id, name, identifier, content, toWordEnds(name), ends);
  }
}

/** Removes the separators from an identifier, because it is one word in the index. */
function toJoined(identifier: string): string {
  return foldText(toIndexedText(identifier.replaceAll(/[:-]/g, "")));
}

/**
 * Returns the reversed words of a text and of an identifier, separated by spaces. Leaves out the
 * UUID of a code, because nobody searches for its end.
 */
function toWordEnds(text: string, identifier = ""): string {
  const words = toWords(text);
  if (identifier.length !== 32) words.push(...toWords(identifier));
  return words.flatMap((word) => toWordEnd(word) ?? []).join(" ");
}
