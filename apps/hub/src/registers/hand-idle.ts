/** A user who scans nothing for this long, in milliseconds, has nothing in hand any more. */
export const handIdleMs = 120_000;
