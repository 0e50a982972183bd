/** The day of the newest release in CHANGELOG.md. A clock that shows an earlier time is wrong. */
export const released = new Date("2026-11-29T00:00:00Z");

/** No hub ran before, in milliseconds since 1970. */
export const oldestTime = Date.UTC(2026, 0);

/**
 * Returns the time, or that of the release while the clock is wrong: a certificate that is made
 * then is valid for devices whose clock is right.
 */
export function plausibleTime(now: Date): Date {
  return now < released ? released : now;
}
