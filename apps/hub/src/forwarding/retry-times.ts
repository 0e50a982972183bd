const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The waits after the first, second, … failed attempt: about three days in all. */
export const retryWaitsMs: readonly number[] = [
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

/** The share of a wait by which it is made randomly longer or shorter. */
const jitter = 0.2;
/** The longest wait that a destination can ask for with `Retry-After`. */
const maxRetryAfterMs = hour;

/**
 * Returns the milliseconds until the next attempt, after `failedCount` failed attempts; undefined
 * if the delivery is given up. `retryAfterMs` can make the wait longer, but not longer than an
 * hour, and never makes it shorter.
 */
export function nextWait(
  failedCount: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const waitMs = retryWaitsMs[failedCount - 1];
  if (waitMs === undefined) return;
  const waitWithJitterMs = waitMs * (1 - jitter + 2 * jitter * random());
  return Math.round(Math.max(waitWithJitterMs, Math.min(retryAfterMs, maxRetryAfterMs)));
}
