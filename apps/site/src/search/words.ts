/** A part of a text from the offset `start` up to `end`, and the term under which it is indexed. */
export type TermSpan = { start: number; end: number; term: string };

/** A word of a text; `parts` are its components if it has more than one. */
export type Word = TermSpan & { parts: TermSpan[] };

/**
 * Matches letters and digits with the characters that join them in code: `tls-cert`, `example.org`,
 * `04:A2:7F`, `api/scans`.
 */
const joinedWord = /[\p{L}\p{N}\p{M}]+(?:[-_.:/@'’][\p{L}\p{N}\p{M}]+)*/gu;
const wordSegment = /[\p{L}\p{N}\p{M}]+/gu;
/** Splits camel case: `keepDays` → `keep`, `Days`; `XMLFile` → `XML`, `File`; `7F` stays whole. */
const camelCaseBoundary = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/**
 * The longest indexed prefix of a word. Longer terms cost memory, and visitors do not type them.
 */
const maxTermLength = 64;

/** Returns the words of a text in order, with their offsets. */
export function findWords(text: string): Word[] {
  return Array.from(text.matchAll(joinedWord), ({ 0: word, index: wordStart }) => {
    const parts = Array.from(word.matchAll(wordSegment), ({ 0: segment, index }) =>
      splitCamelCase(segment, wordStart + index),
    ).flat();
    return { ...toTermSpan(word, wordStart), parts: parts.length > 1 ? parts : [] };
  });
}

function splitCamelCase(text: string, start: number): TermSpan[] {
  let offset = start;
  return text.split(camelCaseBoundary).map((part) => {
    const span = toTermSpan(part, offset);
    offset = span.end;
    return span;
  });
}

/**
 * Returns the terms of a word: the whole word, its joined parts, and the camel-case parts of those.
 */
export function toTerms({ term, parts }: Word): string[] {
  const terms = [term, ...term.split(/[-_.:/@']/), ...parts.map((part) => part.term)];
  return [...new Set(terms)].filter((candidate) => candidate !== "");
}

function toTermSpan(text: string, start: number): TermSpan {
  return { start, end: start + text.length, term: fold(text) };
}

/** Removes case and diacritics: both `grosse` and `größe` find `Größe`. */
function fold(text: string): string {
  return text
    .slice(0, maxTermLength)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("’", "'");
}
