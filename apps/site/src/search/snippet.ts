import { type Piece, wordsOf } from "./words.ts";

/** A piece of a text; `hit` marks a match. */
export type Part = { text: string; hit: boolean };

const length = 170;
/** The maximum number of characters before the first hit. */
const before = 50;

/** Returns the excerpt with the most distinct hits, with its hits marked. The joined parts are a substring of the text. */
export function snippetOf(text: string, terms: ReadonlySet<string>): Part[] {
  const hits = hitsIn(text, terms);
  const start = hits[bestStart(hits)]?.from ?? 0;
  const from = start <= before ? 0 : nextBreak(text, start - before, start);
  const to = text.length - from <= length ? text.length : lastBreak(text, from + 1, from + length);
  const parts = mark(text, from, to, hits);
  return [
    ...(from > 0 ? [{ text: "… ", hit: false }] : []),
    ...parts,
    ...(to < text.length ? [{ text: " …", hit: false }] : []),
  ];
}

/** Marks the hits in a whole short text, such as a heading. */
export function markHits(text: string, terms: ReadonlySet<string>): Part[] {
  return mark(text, 0, text.length, hitsIn(text, terms));
}

/** Returns the whole word if it matched, otherwise its matching parts. */
function hitsIn(text: string, terms: ReadonlySet<string>): Piece[] {
  return wordsOf(text).flatMap((word) =>
    terms.has(word.term) ? [word] : word.parts.filter(({ term }) => terms.has(term)),
  );
}

function bestStart(hits: readonly Piece[]): number {
  let best = 0;
  let most = 0;
  for (let i = 0; i < hits.length && i < 200; i++) {
    const end = hits[i]!.from + length - before;
    const found = new Set<string>();
    for (let j = i; j < hits.length && hits[j]!.to <= end; j++) found.add(hits[j]!.term);
    if (found.size > most) [best, most] = [i, found.size];
  }
  return best;
}

function mark(text: string, from: number, to: number, hits: readonly Piece[]): Part[] {
  const parts: Part[] = [];
  const push = (end: number, hit: boolean) => {
    if (end > from) parts.push({ text: text.slice(from, end), hit });
    from = Math.max(from, end);
  };
  for (const hit of hits) {
    if (hit.from < from || hit.to > to) continue;
    push(hit.from, false);
    push(hit.to, true);
  }
  push(to, false);
  return parts;
}

/** Returns the offset after the first white space in the range; without one, an offset that splits no character. */
function nextBreak(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  return space < 0 ? whole(text, from) : from + space + 1;
}

function lastBreak(text: string, from: number, to: number): number {
  const space = /\s\S*$/.exec(text.slice(from, to))?.index;
  return space === undefined ? whole(text, to) : from + space;
}

function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
