import { findWords, type TermSpan } from "./words.ts";

/** A part of a text; `isHit` says whether it matches the query. */
export type SnippetPart = { text: string; isHit: boolean };

/** The maximum number of characters of an excerpt. */
const maxSnippetLength = 170;
/** The maximum number of characters before the first hit. */
const maxLeadLength = 50;

/**
 * Returns the excerpt with the most distinct hits, with its hits marked. The joined parts are a
 * substring of the text.
 */
export function createSnippet(text: string, terms: ReadonlySet<string>): SnippetPart[] {
  const hits = findHits(text, terms);
  const hitStart = findBestHit(hits)?.start ?? 0;
  const start =
    hitStart <= maxLeadLength ? 0 : findNextBreak(text, hitStart - maxLeadLength, hitStart);
  const isRestShort = text.length - start <= maxSnippetLength;
  const end = isRestShort ? text.length : findLastBreak(text, start + 1, start + maxSnippetLength);
  const parts = markRange(text, start, end, hits);
  return [
    ...(start > 0 ? [{ text: "… ", isHit: false }] : []),
    ...parts,
    ...(end < text.length ? [{ text: " …", isHit: false }] : []),
  ];
}

/** Marks the hits in a whole short text, such as a heading. */
export function markHits(text: string, terms: ReadonlySet<string>): SnippetPart[] {
  return markRange(text, 0, text.length, findHits(text, terms));
}

/** Returns the hits in a text: of each word, the whole word or else its matching parts. */
function findHits(text: string, terms: ReadonlySet<string>): TermSpan[] {
  return findWords(text).flatMap((word) =>
    terms.has(word.term) ? [word] : word.parts.filter(({ term }) => terms.has(term)),
  );
}

/** The number of hits that are compared to find the best one, which limits the time. */
const maxHitsToCompare = 200;

/** Returns the hit from which an excerpt has the most distinct terms; undefined without hits. */
function findBestHit(hits: readonly TermSpan[]): TermSpan | undefined {
  let [bestHit] = hits;
  let maxTermCount = 0;
  for (const [index, hit] of hits.slice(0, maxHitsToCompare).entries()) {
    const excerptEnd = hit.start + maxSnippetLength - maxLeadLength;
    const terms = new Set<string>();
    for (const { end, term } of hits.slice(index)) {
      if (end > excerptEnd) break;
      terms.add(term);
    }
    if (terms.size <= maxTermCount) continue;
    bestHit = hit;
    maxTermCount = terms.size;
  }
  return bestHit;
}

function markRange(
  text: string,
  start: number,
  end: number,
  hits: readonly TermSpan[],
): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let offset = start;
  const pushUntil = (partEnd: number, isHit: boolean) => {
    if (partEnd > offset) parts.push({ text: text.slice(offset, partEnd), isHit });
    offset = Math.max(offset, partEnd);
  };
  for (const hit of hits) {
    if (hit.start < offset || hit.end > end) continue;
    pushUntil(hit.start, false);
    pushUntil(hit.end, true);
  }
  pushUntil(end, false);
  return parts;
}

/**
 * Returns the offset after the first white space in the range. Without white space, returns
 * `start`, or the offset before it if `start` splits a surrogate pair.
 */
function findNextBreak(text: string, start: number, end: number): number {
  const spaceIndex = text.slice(start, end).search(/\s/);
  return spaceIndex < 0 ? toCharacterStart(text, start) : start + spaceIndex + 1;
}

function findLastBreak(text: string, start: number, end: number): number {
  const spaceIndex = /\s\S*$/.exec(text.slice(start, end))?.index;
  return spaceIndex === undefined ? toCharacterStart(text, end) : start + spaceIndex;
}

/** Returns the offset before a surrogate pair for an offset inside it. */
function toCharacterStart(text: string, offset: number): number {
  const codeUnit = text.charCodeAt(offset);
  const isLowSurrogate = codeUnit >= 0xdc00 && codeUnit <= 0xdfff;
  return isLowSurrogate ? offset - 1 : offset;
}
