/** Suggests words of the index for a word that the index does not contain. */
export type Vocabulary = { near(term: string, options: { isOpen: boolean }): string[] };

const minLength = 4;
/** From this length on, a word may contain two mistakes. */
const longLength = 8;
const maxSuggestions = 20;

/**
 * Finds words with letters omitted, inserted, replaced or swapped. With `isOpen` the term may be the beginning of a
 * word that is still being typed. To stay fast, it assumes that the first letter is right or swapped with the second.
 */
export function createVocabulary(terms: ReadonlySet<string>): Vocabulary {
  const byLetter = Map.groupBy(
    [...terms].filter((term) => /^\p{L}{3,}$/u.test(term)),
    (term) => term[0]!,
  );
  return {
    near(term, { isOpen }) {
      if (terms.has(term) || term.length < minLength || !/^\p{L}+$/u.test(term)) return [];
      const limit = term.length < longLength ? 1 : 2;
      const letters = new Set([term[0]!, term[1]!]);
      const found: { other: string; distance: number }[] = [];
      for (const letter of letters) {
        for (const other of byLetter.get(letter) ?? []) {
          const longer = other.length - term.length;
          if (longer < -limit || (!isOpen && longer > limit)) continue;
          const distance = distanceTo(term, other, { isOpen, limit });
          if (distance <= limit) found.push({ other, distance });
        }
      }
      return found
        .sort((a, b) => a.distance - b.distance || a.other.length - b.other.length)
        .slice(0, maxSuggestions)
        .map(({ other }) => other);
    },
  };
}

/** Returns the edit distance between two words, or to the nearest prefix of `other`; above the limit, any number greater than it. */
function distanceTo(
  term: string,
  other: string,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): number {
  const width = Math.min(other.length, term.length + limit);
  let before: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: width + 1 }, (_, j) => j);
  for (let i = 1; i <= term.length; i++) {
    [before, last, row] = [last, row, [i]];
    let least = i;
    for (let j = 1; j <= width; j++) {
      const same = term[i - 1] === other[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && term[i - 1] === other[j - 2] && term[i - 2] === other[j - 1];
      if (isSwap) edits = Math.min(edits, before[j - 2]! + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return least;
  }
  return isOpen ? Math.min(...row) : row[width]! + (other.length - width);
}
