import { setImmediate } from "node:timers/promises";

/** Long work on the thread that also takes scans pauses after so many milliseconds. */
const boxMs = 5;

/** Divides long work into parts. Ask `isOver` after each small step, and if it is, wait for `next`. */
export function createTimeBox() {
  let endsAt = performance.now() + boxMs;
  return {
    isOver: () => performance.now() >= endsAt,
    /** Lets everything run that waits. */
    async next(): Promise<void> {
      await setImmediate();
      endsAt = performance.now() + boxMs;
    },
  };
}
