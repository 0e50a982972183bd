import { toJoinedIdentifier, toTypedWords } from "../typed-search.ts";

/** A text to index, with the label that a search can be restricted to. */
export type LabeledText = { text: string; as: "identifier" | "name" | "user" | "content" };

/** The weights of PostgreSQL text search serve as labels. */
const weights = { identifier: "A", name: "B", user: "C", content: "D" } as const;

/** The bytes of words that one scan is indexed by. PostgreSQL accepts at most 1 MB. */
const maxBytes = 400_000;

/** Positions above 16,383 would all be stored as 16,383. */
const maxPositions = 16_000;

/** The number of characters that a word is cut to. */
const maxWordLength = 100;

/**
 * Converts texts to the text of a `tsvector` (https://www.postgresql.org/docs/current/datatype-textsearch.html). The words
 * are split here and not in the database, so that they do not depend on its configuration and are the same as in SQLite.
 * A gap in the positions keeps a phrase from matching across two texts.
 */
export function toVector(parts: readonly LabeledText[]): string {
  const lexemes: string[] = [];
  let position = 0;
  let bytes = 0;
  for (const { text, as } of parts) {
    for (const word of toWords(text)) {
      bytes += Buffer.byteLength(word) + 4;
      if (position >= maxPositions || bytes > maxBytes) break;
      position += 1;
      lexemes.push(`'${word}':${position}${weights[as]}`);
    }
    position += 2;
  }
  return lexemes.join(" ");
}

/** Indexes a scan. Its identifier is one word without colons and dashes, so that it is found with and without them. */
export function toScanVector(scan: { content: string; identifier: string; user?: string }): string {
  return toVector([
    { text: scan.identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(scan.user === undefined ? [] : [{ text: scan.user, as: "user" as const }]),
    { text: scan.content, as: "content" },
  ]);
}

/** Indexes what does not depend on the scans of a tag: its identifier and its name. */
export function toTagVector(identifier: string, name?: string): string {
  return toVector([
    { text: identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(name === undefined ? [] : [{ text: name, as: "name" as const }]),
  ]);
}

/**
 * Converts a search text to a `tsquery` that matches when every word of the text is the beginning of a word. A word with
 * punctuation inside becomes a phrase. `inName` requires all of it in the name of a tag. Returns undefined for a text
 * without letters and digits.
 */
export function toQuery(text: string): { anywhere: string; inName: string } | undefined {
  const terms = toTypedWords(text).flatMap((typed) => {
    const words = toWords(typed);
    return words.length === 0 ? [] : { words, joined: toJoinedIdentifier(typed) };
  });
  if (terms.length === 0) return undefined;
  const all = (queries: string[]) => queries.map((query) => `(${query})`).join(" & ");
  return {
    anywhere: all(
      terms.map(({ words, joined }) => {
        const [word] = joined === undefined ? [] : toWords(joined);
        return word === undefined ? phrase(words, "") : `(${phrase(words, "")}) | '${word}':*A`;
      }),
    ),
    inName: all(terms.map(({ words }) => phrase(words, "B"))),
  };
}

function phrase(words: readonly string[], weight: "" | "B"): string {
  return words
    .map((word, n) => `'${word}'${toLabel(n === words.length - 1, weight)}`)
    .join(" <-> ");
}

function toLabel(isLast: boolean, weight: string): string {
  const label = `${isLast ? "*" : ""}${weight}`;
  return label === "" ? "" : `:${label}`;
}

/**
 * Splits a text into its runs of letters and digits, in lower case and without diacritics (é becomes e). A word contains
 * nothing else and can therefore be put in single quotes unescaped.
 */
export function toWords(text: string): string[] {
  // Most scans are ASCII, for which a simpler expression finds the same words several times faster.
  if (/^[\0-\x7f]*$/.test(text)) {
    const words = text.toLowerCase().match(/[a-z\d]+/g) ?? [];
    return words.map((word) => word.slice(0, maxWordLength));
  }
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .normalize("NFC");
  return Array.from(plain.toLowerCase().matchAll(/[\p{L}\p{N}\p{Co}]+/gu), ([word]) =>
    Array.from(word).slice(0, maxWordLength).join(""),
  );
}
