/**
 * Returns the share of characters that were read wrongly: the edit distance (Levenshtein) between
 * two texts over the length of the expected one. Empty lines do not count.
 */
export function characterErrorRate(expected: string, actual: string): number {
  const [a, b] = [expected, actual].map((text) => [...text.trim().replace(/\n+/g, "\n")]);
  let previous = Array.from({ length: b!.length + 1 }, (_, index) => index);
  for (const [row, character] of a!.entries()) {
    const current = [row + 1];
    for (const [column, other] of b!.entries()) {
      const replaced = previous[column]! + (character === other ? 0 : 1);
      current.push(Math.min(current[column]! + 1, previous[column + 1]! + 1, replaced));
    }
    previous = current;
  }
  return previous.at(-1)! / a!.length;
}
