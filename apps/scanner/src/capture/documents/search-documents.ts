import { foldText } from "@scanhook/content";

/** A document as it is searched: its title, and the texts of its pages that were read. */
export type SearchedDocument = {
  title: string;
  pages: readonly SearchedPage[];
};
export type SearchedPage = { number: number; text: string; folded: string };

/** Where a document holds the words: in its title alone, or in a line of a page. */
export type Found = { page: number; line: string } | { page: undefined };

/** Returns a page as it is searched. */
export function toSearchedPage(number: number, text: string): SearchedPage {
  return { number, text, folded: foldText(text) };
}

/**
 * Returns a function that finds every word of `query` at the beginning of words of a document,
 * whatever their case and accents, and returns undefined if one is missing; undefined if the query
 * is blank. The place that it returns is the line with most of the words.
 */
export function createSearch(
  query: string,
): ((document: SearchedDocument) => Found | undefined) | undefined {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return ({ title, pages }) => {
    const foldedTitle = foldText(title);
    const holding = pages.filter(({ folded }) => words.some((word) => hasWord(folded, word)));
    const isComplete = words.every(
      (word) => hasWord(foldedTitle, word) || holding.some(({ folded }) => hasWord(folded, word)),
    );
    if (!isComplete) return undefined;
    let best: { count: number; page: number; line: string } | undefined;
    for (const { number, text, folded } of holding) {
      const lines = text.split("\n");
      for (const [index, line] of folded.split("\n").entries()) {
        const count = words.filter((word) => hasWord(line, word)).length;
        if (count > (best?.count ?? 0)) best = { count, page: number, line: lines[index] ?? "" };
      }
    }
    return best ? { page: best.page, line: best.line.trim() } : { page: undefined };
  };
}

/**
 * Returns a function that tells whether a text has a word that begins with one of `query`, as the
 * search finds them.
 */
export function createWordTest(query: string): (text: string) => boolean {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = foldText(text);
    return words.some((word) => hasWord(folded, word));
  };
}

/** Returns whether a word of a text begins with `start`. Both are folded. */
function hasWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
}
