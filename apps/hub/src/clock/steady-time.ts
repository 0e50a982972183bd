import { uptime } from "node:os";

/** Shorter sleep is not noticed, because some systems count the uptime in whole seconds. */
const minSleepMs = 1500;

/**
 * Returns a function that returns milliseconds which do not depend on how the clock is set, and
 * which continue while the machine sleeps. Only differences have a meaning.
 */
export function createSteadyTime({
  uptimeMs = () => uptime() * 1000,
  runningMs = () => performance.now(),
} = {}): () => number {
  const findAhead = () => uptimeMs() - runningMs();
  let aheadMs = findAhead();
  return () => {
    const newAheadMs = findAhead();
    if (newAheadMs - aheadMs >= minSleepMs) aheadMs = newAheadMs;
    return runningMs() + aheadMs;
  };
}
