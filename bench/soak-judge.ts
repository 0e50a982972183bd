// When a value that was sampled all along a run of bench/soak counts as flat. The first sixth is
// left out: caches fill, code is compiled, and the inboxes reach the number of scans they keep.

/** A sample: the seconds since the start of the load, and the value. */
export type Point = { at: number; value: number };

/**
 * When a value is flat.
 *
 * - `level`: its trend over the last five sixths, which is the Theil–Sen slope times their length,
 *   is no more than a share of their median, or than `least` if that is more.
 * - `same`: the medians of the second and the last sixth are equal.
 * - `bounded`: no sample of the last five sixths is above `most`.
 * - `pace`: the value of the last sixth is no more than 1.5 times that of the second one, or no
 *   more than `least` above it.
 */
export type Rule =
  | { kind: "level"; share: number; least: number }
  | { kind: "same" }
  | { kind: "bounded"; most: number }
  | { kind: "pace"; least: number };

/** `change` is compared with `allowed`: a trend, a difference, or for `bounded` a maximum. */
export type Judgement = { change: number; allowed: number; flat: boolean };

const maxRatio = 1.5;

/** Judges a value. `sixths` are its values in the sixths of the run of so many seconds. */
export function judge(
  rule: Rule,
  points: readonly Point[],
  { seconds, sixths }: { seconds: number; sixths: readonly number[] },
): Judgement {
  const later = points.filter(({ at }) => at > seconds / 6);
  const [second, last] = [sixths[1]!, sixths[5]!];
  const within = (change: number, allowed: number) => ({
    change,
    allowed,
    // Without samples, the change is no number, and nothing is known to be flat.
    flat: change <= allowed,
  });
  switch (rule.kind) {
    case "level": {
      const level = findMedian(later.map(({ value }) => value));
      const trend = (findSlope(later) * seconds * 5) / 6;
      return within(trend, Math.max(rule.least, level * rule.share));
    }
    case "same":
      return within(Math.abs(last - second), 0);
    case "bounded":
      return within(findMost(later), rule.most);
    case "pace":
      return within(last - second, Math.max(rule.least, second * (maxRatio - 1)));
  }
}

function findMost(points: readonly Point[]): number {
  return points.length > 0 ? Math.max(...points.map(({ value }) => value)) : Number.NaN;
}

/**
 * Returns the Theil–Sen slope: the median of the slopes between all pairs of points. A few
 * outliers, such as the memory during a backup, do not move it (Sen 1968).
 */
export function findSlope(points: readonly Point[]): number {
  const slopes = points.flatMap((first, index) =>
    points.slice(index + 1).map((second) => (second.value - first.value) / (second.at - first.at)),
  );
  return findMedian(slopes);
}

/** Returns the median; NaN without values. */
export function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the sixth of a run of so many seconds in which a sample was taken, from 0. */
export function sixthOf(at: number, seconds: number): number {
  return Math.max(0, Math.min(5, Math.ceil((at / seconds) * 6) - 1));
}
