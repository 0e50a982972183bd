/** The factor for `scaleMat`, or why a length is not that of the ruler. */
export type PrintScale = { ok: true; factor: number } | { ok: false; problem: "not-the-ruler" };

/**
 * Returns how much larger the mat was printed than it should be, from the measured length of its
 * ruler in millimeters. Less than 50 or more than 150 is not a length of the ruler.
 */
export function findPrintScale(rulerLength: number): PrintScale {
  if (!(rulerLength >= 50 && rulerLength <= 150)) return { ok: false, problem: "not-the-ruler" };
  return { ok: true, factor: rulerLength / 100 };
}
