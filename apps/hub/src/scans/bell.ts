import { setTimeout as sleep } from "node:timers/promises";

/** How often a silent stream says that it is alive, in milliseconds. */
export const pingMs = 20_000;

/** Limits each viewer to 25 queries a second, however fast scans arrive. */
const queryPauseMs = 40;

/**
 * Creates a bell that remembers a ring until the next wait, so no commit is missed between a query
 * and a wait.
 */
export function createBell(signal: AbortSignal) {
  let hasRung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    ring,
    /**
     * Resolves to true a moment after the bell rang, and to false if the time is over or the signal
     * aborted.
     */
    async wait(ms: number): Promise<boolean> {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const hadRung = hasRung;
      hasRung = false;
      // An aborted sleep only ends early; the caller checks the signal.
      if (hadRung) await sleep(queryPauseMs, undefined, { signal }).catch(() => undefined);
      return hadRung;
    },
  };
}
