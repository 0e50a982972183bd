/** A piece of a text and what it is found by. */
export type Piece = { from: number; to: number; term: string };

/** A word of a text; `parts` are what it consists of, when that is more than one. */
export type Word = Piece & { parts: Piece[] };

/** Letters and digits, with what joins them in code: `tls-cert`, `example.org`, `04:A2:7F`, `api/scans`. */
const joined = /[\p{L}\p{N}\p{M}]+(?:[-_.:/@'’][\p{L}\p{N}\p{M}]+)*/gu;
const segment = /[\p{L}\p{N}\p{M}]+/gu;
/** `keepDays` → `keep`, `Days`; `XMLFile` → `XML`, `File`; `7F` stays. */
const hump = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Nobody types more of a word; a long one costs memory for nothing. */
const longestTerm = 64;

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(joined), ({ 0: found, index }) => {
    const parts = Array.from(found.matchAll(segment), ({ 0: one, index: at }) =>
      humpsOf(one, index + at),
    ).flat();
    return { ...toPiece(found, index), parts: parts.length > 1 ? parts : [] };
  });
}

function humpsOf(text: string, from: number): Piece[] {
  let at = from;
  return text.split(hump).map((one) => {
    const piece = toPiece(one, at);
    at = piece.to;
    return piece;
  });
}

/** What a word is found by: the whole of it, what is joined, and the humps in that. */
export function termsOf({ term, parts }: Word): string[] {
  const all = [term, ...term.split(/[-_.:/@']/), ...parts.map((one) => one.term)];
  return [...new Set(all)].filter((one) => one !== "");
}

function toPiece(text: string, from: number): Piece {
  return { from, to: from + text.length, term: fold(text) };
}

/** Without case and diacritics: `Größe` is found by `grosse` and `größe`. */
export function fold(text: string): string {
  return text
    .slice(0, longestTerm)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
}
