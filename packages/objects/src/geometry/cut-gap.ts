/**
 * Returns how much of a gap is cut off: nothing of one up to `kept`, all of one from `full` on, and
 * a part that grows in proportion in between. All in the same unit.
 */
export function cutGap(gap: number, kept: number, full: number): number {
  if (!(gap > kept)) return 0;
  return Math.min(gap, ((gap - kept) * full) / (full - kept));
}
