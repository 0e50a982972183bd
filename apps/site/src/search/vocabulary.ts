/** The words of the index. `findSimilar` suggests words for a word that is not in the index. */
export type Vocabulary = {
  findSimilar(term: string, options: { isPrefix: boolean }): string[];
};

const minCorrectableLength = 4;
/** The length from which on a word may contain two mistakes. */
const twoEditsLength = 8;
const maxSuggestions = 20;

/**
 * Creates a vocabulary that finds words with letters omitted, inserted, replaced or swapped. With
 * `isPrefix` the term may be the beginning of a word that is still being typed. To be fast, it
 * assumes that the first letter is right or swapped with the second.
 */
export function createVocabulary(terms: ReadonlySet<string>): Vocabulary {
  const termsByFirstLetter = Map.groupBy(
    [...terms].filter((term) => /^\p{L}{3,}$/u.test(term)),
    (term) => term[0]!,
  );
  return {
    findSimilar(term, { isPrefix }) {
      if (terms.has(term) || term.length < minCorrectableLength || !/^\p{L}+$/u.test(term))
        return [];
      const maxEdits = term.length < twoEditsLength ? 1 : 2;
      const firstLetters = new Set([term[0]!, term[1]!]);
      const suggestions: { candidate: string; distance: number }[] = [];
      for (const letter of firstLetters) {
        for (const candidate of termsByFirstLetter.get(letter) ?? []) {
          const lengthDifference = candidate.length - term.length;
          if (lengthDifference < -maxEdits) continue;
          if (!isPrefix && lengthDifference > maxEdits) continue;
          const distance = measureDistance(term, candidate, { isPrefix, maxEdits });
          if (distance <= maxEdits) suggestions.push({ candidate, distance });
        }
      }
      return suggestions
        .sort((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length)
        .slice(0, maxSuggestions)
        .map(({ candidate }) => candidate);
    },
  };
}

/**
 * Returns the edit distance between two words, or with `isPrefix` to the nearest prefix of
 * `candidate`. If the distance is above `maxEdits`, returns any number above `maxEdits`.
 */
function measureDistance(
  term: string,
  candidate: string,
  { isPrefix, maxEdits }: { isPrefix: boolean; maxEdits: number },
): number {
  // `row[j]` is the distance between the first `i` letters of the term and the first `j` letters of
  // the candidate.
  const width = Math.min(candidate.length, term.length + maxEdits);
  let rowBeforeLast: number[] = [];
  let lastRow: number[] = [];
  let row = Array.from({ length: width + 1 }, (_, j) => j);
  for (let i = 1; i <= term.length; i++) {
    rowBeforeLast = lastRow;
    lastRow = row;
    row = [i];
    for (let j = 1; j <= width; j++) {
      const replacement = term[i - 1] === candidate[j - 1] ? 0 : 1;
      let edits = Math.min(lastRow[j]! + 1, row[j - 1]! + 1, lastRow[j - 1]! + replacement);
      const isSwap =
        i > 1 && j > 1 && term[i - 1] === candidate[j - 2] && term[i - 2] === candidate[j - 1];
      if (isSwap) edits = Math.min(edits, rowBeforeLast[j - 2]! + 1);
      row.push(edits);
    }
    const rowMinimum = Math.min(...row);
    if (rowMinimum > maxEdits) return rowMinimum;
  }
  return isPrefix ? Math.min(...row) : row[width]! + (candidate.length - width);
}
