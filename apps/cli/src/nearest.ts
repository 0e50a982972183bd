/** The candidate that `word` was most likely meant to be, or undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  if (best && best.distance <= Math.min(3, Math.ceil(word.replace(/^-+/, "").length / 3))) {
    return best.candidate;
  }
  const beginning = candidates.filter((candidate) => word.length > 2 && candidate.startsWith(word));
  return beginning.length === 1 ? beginning[0] : undefined;
}

/** Levenshtein's distance, with two neighbours swapped counted as one step, since that is how people mistype. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let steps = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) steps = Math.min(steps, at(i - 2, j - 2) + 1);
      rows[i]?.push(steps);
    }
  }
  return at(a.length, b.length);
}
