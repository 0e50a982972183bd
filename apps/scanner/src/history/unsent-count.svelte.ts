let count = $state(0);

/** Returns how many scans should have been sent but are not known to have arrived. */
export function unsentCount(): number {
  return count;
}

/**
 * Counts the unsent scans now and after every change of the history. Call it once. Loads the
 * counting code on demand, because the first screen does not need it.
 */
export async function followUnsent(): Promise<void> {
  const { followCount } = await import("./count-unsent.ts");
  followCount((counted) => {
    count = counted;
  });
}
