import { setTimeout } from "node:timers/promises";

/** Long work on the thread that also takes scans pauses after so many milliseconds. */
const boxMs = 3;
/**
 * A scan passes through this thread several times on its way to the store and back, which takes
 * about as long.
 */
const leastPauseMs = 2;

/**
 * Divides long work into parts. Ask `isOver` after each small step, and if it is, wait for `next`.
 */
export function createTimeBox() {
  let endsAt = performance.now() + boxMs;
  return {
    isOver: () => performance.now() >= endsAt,
    /**
     * Lets everything run that waits. A part that took too long, usually to collect garbage, is
     * followed by as long a pause.
     */
    async next(): Promise<void> {
      await setTimeout(Math.max(leastPauseMs, performance.now() - endsAt));
      endsAt = performance.now() + boxMs;
    },
  };
}
