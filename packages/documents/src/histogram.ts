/**
 * Returns the lowest value up to which a histogram counts at least `rank` samples, or its highest
 * value if it counts fewer.
 */
export function quantile(histogram: Uint32Array, rank: number): number {
  let count = 0;
  for (let value = 0; value < histogram.length; value++) {
    count += histogram[value]!;
    if (count >= rank) return value;
  }
  return histogram.length - 1;
}
