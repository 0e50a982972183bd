import { toIndexedText, toWordEnd, toWords } from "../indexed-text.ts";
import { toJoinedIdentifier, toTypedWords } from "../typed-search.ts";

/** A text to index, with the label that a search can be restricted to. */
export type LabeledText = { text: string; as: "identifier" | "name" | "user" | "content" };

/** The weights of PostgreSQL text search, which serve as labels. */
const weights = { identifier: "A", name: "B", user: "C", content: "D" } as const;

/** The number of characters that a word is cut to. */
const maxIndexedWordLength = 100;

/**
 * Converts texts to the text of a `tsvector`
 * (https://www.postgresql.org/docs/current/datatype-textsearch.html). The words are split here and
 * not in the database, so that they do not depend on its configuration and are the same as in
 * SQLite. A gap in the positions keeps a phrase from matching across two texts.
 */
export function toVector(parts: readonly LabeledText[]): string {
  const lexemes: string[] = [];
  let position = 0;
  for (const { text, as } of parts) {
    for (const word of toCutWords(toIndexedText(text))) {
      position += 1;
      lexemes.push(`'${word}':${position}${weights[as]}`);
    }
    position += 2;
  }
  return lexemes.join(" ");
}

/**
 * Returns the `tsvector` of a scan. Its identifier is one word without colons and dashes, so that
 * it is found with and without them.
 */
export function toScanVector(scan: {
  content: string;
  identifier: string;
  user?: string | null | undefined;
}): string {
  return toVector([
    { text: scan.identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(typeof scan.user === "string" ? [{ text: scan.user, as: "user" as const }] : []),
    { text: scan.content, as: "content" },
  ]);
}

/** Returns the `tsvector` of a tag's identifier and name, which do not depend on its scans. */
export function toTagVector(identifier: string, name?: string): string {
  return toVector([
    { text: identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(name === undefined ? [] : [{ text: name, as: "name" as const }]),
  ]);
}

/**
 * The queries for one word of a search text, as `tsquery` texts: one for words and one for reversed
 * words.
 */
export type TermQuery = {
  words: string;
  ends?: string | undefined;
  /** The query for words in the name of a tag. */
  nameWords: string;
  nameEnds?: string | undefined;
};

/**
 * Converts a search text to queries that all must match: each word of the text must be the
 * beginning or the end of a word. A word with punctuation inside becomes a phrase. Returns
 * undefined for a text without letters and digits.
 */
export function toQueries(text: string): TermQuery[] | undefined {
  const terms = toTypedWords(text).flatMap((typed) => {
    const words = toCutWords(typed);
    return words.length === 0 ? [] : toTermQuery(words, toJoinedIdentifier(typed));
  });
  return terms.length === 0 ? undefined : terms;
}

function toTermQuery(words: readonly string[], joinedIdentifier: string | undefined): TermQuery {
  const phrase = toPhrase(words, "");
  const [joined] = joinedIdentifier === undefined ? [] : toCutWords(joinedIdentifier);
  const typedEnd = (word: string | undefined) => word && toWordEnd(word);
  const end = typedEnd(joined ?? (words.length === 1 ? words[0] : undefined));
  const nameEnd = typedEnd(words.length === 1 ? words[0] : undefined);
  return {
    words: joined === undefined ? phrase : `(${phrase}) | '${joined}':*A`,
    ends: end ? `'${end}':*` : undefined,
    nameWords: toPhrase(words, "B"),
    nameEnds: nameEnd ? `'${nameEnd}':*` : undefined,
  };
}

function toPhrase(words: readonly string[], weight: "" | "B"): string {
  return words
    .map((word, n) => `'${word}'${toLabel(n === words.length - 1, weight)}`)
    .join(" <-> ");
}

function toLabel(isLast: boolean, weight: string): string {
  const label = `${isLast ? "*" : ""}${weight}`;
  return label === "" ? "" : `:${label}`;
}

/** Splits a text into words, and cuts them to the indexed length. */
function toCutWords(text: string): string[] {
  return toWords(text).map((word) =>
    word.length <= maxIndexedWordLength
      ? word
      : Array.from(word).slice(0, maxIndexedWordLength).join(""),
  );
}
