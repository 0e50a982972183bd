/** Returns the median, the 99th percentile and the maximum of some durations. */
export function quantiles(latencies: readonly number[]) {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}
