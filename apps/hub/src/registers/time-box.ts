import { setTimeout } from "node:timers/promises";

/** How long work may run before it pauses, because the same thread also receives scans. */
const maxPartMs = 3;
/**
 * The minimum length of a pause. A scan passes through this thread several times on its way to the
 * store and back, which takes about this long.
 */
const minPauseMs = 2;

/**
 * Creates a timer that divides long work into parts of 3 ms. Call `isOver` after each small step,
 * and await `next` if it returns true.
 */
export function createTimeBox() {
  let endsAt = performance.now() + maxPartMs;
  return {
    isOver: () => performance.now() >= endsAt,
    /**
     * Pauses, so that waiting work can run, and then starts the next part. A part that took too
     * long, usually because of garbage collection, is followed by a longer pause: as long as the
     * excess.
     */
    async next(): Promise<void> {
      await setTimeout(Math.max(minPauseMs, performance.now() - endsAt));
      endsAt = performance.now() + maxPartMs;
    },
  };
}
