/** A piece of a text and the term it is indexed by. */
export type Piece = { from: number; to: number; term: string };

/** A word of a text; `parts` are its components if it has more than one. */
export type Word = Piece & { parts: Piece[] };

/** Matches letters and digits with the characters that join them in code: `tls-cert`, `example.org`, `04:A2:7F`, `api/scans`. */
const joined = /[\p{L}\p{N}\p{M}]+(?:[-_.:/@'’][\p{L}\p{N}\p{M}]+)*/gu;
const segment = /[\p{L}\p{N}\p{M}]+/gu;
/** Splits camel case: `keepDays` → `keep`, `Days`; `XMLFile` → `XML`, `File`; `7F` stays whole. */
const camelCaseBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** The longest indexed prefix of a word; longer terms cost memory and nobody types them. */
const longestTerm = 64;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(joined), ({ 0: found, index }) => {
    const parts = Array.from(found.matchAll(segment), ({ 0: one, index: at }) =>
      splitCamelCase(one, index + at),
    ).flat();
    return { ...toPiece(found, index), parts: parts.length > 1 ? parts : [] };
  });
}

function splitCamelCase(text: string, from: number): Piece[] {
  let at = from;
  return text.split(camelCaseBoundary).map((one) => {
    const piece = toPiece(one, at);
    at = piece.to;
    return piece;
  });
}

/** Returns the terms of a word: the whole word, its joined parts, and the camel-case parts of those. */
export function termsOf({ term, parts }: Word): string[] {
  const all = [term, ...term.split(/[-_.:/@']/), ...parts.map((one) => one.term)];
  return [...new Set(all)].filter((one) => one !== "");
}

function toPiece(text: string, from: number): Piece {
  return { from, to: from + text.length, term: fold(text) };
}

/** Removes case and diacritics: both `grosse` and `größe` find `Größe`. */
export function fold(text: string): string {
  return text
    .slice(0, longestTerm)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
}
