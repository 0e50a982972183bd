import type { Grid } from "./grid.ts";

/**
 * Returns the part of a ray that lies in a grid, as distances from its start in units of its
 * direction; undefined if it misses the grid.
 */
export function clipRay(
  start: ArrayLike<number>,
  direction: ArrayLike<number>,
  { origin, step, counts }: Grid,
): { from: number; to: number } | undefined {
  let [from, to] = [0, Infinity];
  for (const [axis, min] of origin.entries()) {
    const along = direction[axis] ?? 0;
    const entry = (min - (start[axis] ?? 0)) / along;
    const exit = (min + ((counts[axis] ?? 0) - 1) * step - (start[axis] ?? 0)) / along;
    if (Number.isNaN(entry) || Number.isNaN(exit)) continue;
    from = Math.max(from, Math.min(entry, exit));
    to = Math.min(to, Math.max(entry, exit));
  }
  return from < to ? { from, to } : undefined;
}
