let count = $state(0);

/** How many scans should have been sent and are not known to have arrived. */
export function unsentCount(): number {
  return count;
}

/**
 * Counts now and after every change of the history. Call once. Loads what it needs, because the
 * first screen can wait.
 */
export async function followUnsent(): Promise<void> {
  const { followCount } = await import("./count-unsent.ts");
  followCount((counted) => {
    count = counted;
  });
}
