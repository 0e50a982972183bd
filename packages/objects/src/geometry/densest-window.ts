/** The limits of a search for the densest window, but for `skipped` in the unit of the values. */
type WindowSearch = {
  /** The number of the largest values that may be wrong. */
  skipped: number;
  /** The window begins at most this far below the largest value that is left. */
  depth: number;
  /** The difference between the largest and the smallest value in a window. */
  width: number;
};

/**
 * Finds the window that holds the most of values in descending order, and returns the index of the
 * middle one of these; undefined without values that are left. Of equal windows, the first counts.
 */
export function findDensestWindow(
  descending: ArrayLike<number>,
  { skipped, depth, width }: WindowSearch,
): number | undefined {
  const largest = descending[skipped];
  if (largest === undefined) return undefined;
  let [start, maxCount, middle] = [0, 0, 0];
  for (let end = 0; end < descending.length; end++) {
    const value = descending[end]!;
    if (value < largest - depth) break;
    while (descending[start]! > value + width) start++;
    const count = end - start + 1;
    if (count <= maxCount) continue;
    maxCount = count;
    middle = (start + end) >> 1;
  }
  return middle;
}
