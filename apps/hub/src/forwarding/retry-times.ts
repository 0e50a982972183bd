const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The waits after the first, second, … failed attempt, in milliseconds: about three days in all.
 */
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
/** The longest wait that a destination can ask for with `Retry-After`. */
const maxRetryAfterMs = hour;

/**
 * Returns the milliseconds until the next attempt after this many failed ones; undefined if the
 * delivery is given up. `retryAfterMs` makes the wait longer, never shorter, and never longer than
 * an hour.
 */
export function nextWait(
  failed: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const wait = waits[failed - 1];
  if (wait === undefined) return;
  const withJitter = wait * (1 - jitter + 2 * jitter * random());
  return Math.round(Math.max(withJitter, Math.min(retryAfterMs, maxRetryAfterMs)));
}
