/**
 * Returns the lowest value that, with all below it, holds at least `rank` of a histogram's counts,
 * or else the highest value.
 */
export function quantile(histogram: Uint32Array, rank: number): number {
  let seen = 0;
  for (let value = 0; value < histogram.length; value++) {
    seen += histogram[value]!;
    if (seen >= rank) return value;
  }
  return histogram.length - 1;
}
