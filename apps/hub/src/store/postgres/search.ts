import { toJoinedIdentifier, toTypedWords } from "../typed-search.ts";

/** What can be searched for alone: `content` by default, the others by their letter. */
export type Part = { text: string; as: "identifier" | "name" | "user" | "content" };

const weights = { identifier: "A", name: "B", user: "C", content: "D" } as const;

/** Bytes of words that PostgreSQL is given for one scan; it takes 1 MB at most. */
const mostBytes = 400_000;

/** PostgreSQL keeps no greater one. */
const mostPositions = 16_000;

/** Characters of a word that count. */
const longestWord = 100;

/**
 * The words of some texts as the text of a `tsvector` (https://www.postgresql.org/docs/current/datatype-textsearch.html).
 * They are cut here and not by the database: so they are the same with any of its configurations, and the same as
 * SQLite's. A gap in the positions keeps a phrase from reaching from one part into the next.
 */
export function toVector(parts: readonly Part[]): string {
  const lexemes: string[] = [];
  let position = 0;
  let bytes = 0;
  for (const { text, as } of parts) {
    for (const word of toWords(text)) {
      bytes += Buffer.byteLength(word) + 4;
      if (position >= mostPositions || bytes > mostBytes) break;
      position += 1;
      lexemes.push(`'${word}':${position}${weights[as]}`);
    }
    position += 2;
  }
  return lexemes.join(" ");
}

/** The words of a scan. An identifier is one word, without its colons and dashes, so that it is found either way. */
export function toScanVector(scan: { content: string; identifier: string; user?: string }): string {
  return toVector([
    { text: scan.identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(scan.user === undefined ? [] : [{ text: scan.user, as: "user" as const }]),
    { text: scan.content, as: "content" },
  ]);
}

/** The words of a tag that do not depend on its scans. */
export function toTagVector(identifier: string, name?: string): string {
  return toVector([
    { text: identifier.replaceAll(/[:-]/g, ""), as: "identifier" },
    ...(name === undefined ? [] : [{ text: name, as: "name" as const }]),
  ]);
}

/**
 * What people type, as a `tsquery`: every word must be there, as the beginning of a word; a word with signs inside is a
 * phrase. `inName` looks for all of it in the name of a tag. Undefined when there is nothing to look for.
 */
export function toQuery(text: string): { anywhere: string; inName: string } | undefined {
  const found = toTypedWords(text).flatMap((typed) => {
    const words = toWords(typed);
    return words.length === 0 ? [] : { words, joined: toJoinedIdentifier(typed) };
  });
  if (found.length === 0) return undefined;
  const all = (terms: string[]) => terms.map((term) => `(${term})`).join(" & ");
  return {
    anywhere: all(
      found.map(({ words, joined }) => {
        const [word] = joined === undefined ? [] : toWords(joined);
        return word === undefined ? phrase(words, "") : `(${phrase(words, "")}) | '${word}':*A`;
      }),
    ),
    inName: all(found.map(({ words }) => phrase(words, "B"))),
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
 * Letters and digits that stand together, in lower case, without marks (é is e). Nothing else is ever in a word, so
 * that it may stand between single quotes.
 */
export function toWords(text: string): string[] {
  // Most of what is scanned is ASCII, where the same is found several times faster.
  if (/^[\0-\x7f]*$/.test(text)) {
    const words = text.toLowerCase().match(/[a-z\d]+/g) ?? [];
    return words.map((word) => word.slice(0, longestWord));
  }
  const plain = text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .normalize("NFC");
  return Array.from(plain.toLowerCase().matchAll(/[\p{L}\p{N}\p{Co}]+/gu), ([word]) =>
    Array.from(word).slice(0, longestWord).join(""),
  );
}
