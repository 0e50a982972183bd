const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second, … failed attempt: about three days in all. */
export const waits: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
];

const jitter = 0.2;
/** As far as a destination's `Retry-After` may lengthen a wait. */
const longestAsked = hour;

/**
 * Milliseconds until a delivery is tried again after so many failed attempts; undefined: it is given up.
 * What the destination asked for makes the wait longer, never shorter, and never longer than an hour.
 */
export function nextWait(
  failed: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const wait = waits[failed - 1];
  if (wait === undefined) return;
  const own = wait * (1 - jitter + 2 * jitter * random());
  return Math.round(Math.max(own, Math.min(retryAfterMs, longestAsked)));
}
