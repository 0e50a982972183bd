/**
 * Returns the candidate that `input` was most likely meant to be, or undefined when none is
 * similar.
 */
export function findNearest(input: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(input, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best && best.distance <= Math.min(3, Math.ceil(input.replace(/^-+/, "").length / 3))) {
    return best.candidate;
  }
  const completions = candidates.filter(
    (candidate) => input.length > 2 && candidate.startsWith(input),
  );
  return completions.length === 1 ? completions[0] : undefined;
}

/**
 * Levenshtein distance in which two swapped neighbors count as one step, since that is a common
 * typing error.
 */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const distance = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const replaced = distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let steps = Math.min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, replaced);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) steps = Math.min(steps, distance(i - 2, j - 2) + 1);
      rows[i]?.push(steps);
    }
  }
  return distance(a.length, b.length);
}
