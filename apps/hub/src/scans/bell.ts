import { setTimeout as sleep } from "node:timers/promises";

/** The interval in milliseconds at which a silent stream sends a sign of life. */
export const pingMs = 20_000;

/** Limits each viewer to 25 queries a second, however fast scans arrive. */
const queryPauseMs = 40;

/**
 * Creates a bell to wait for. It remembers a ring until the next wait, so that no commit between a
 * query and a wait is missed.
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
     * Resolves to true 40 ms after the bell rang, and to false if `timeoutMs` passed or the signal
     * aborted.
     */
    async wait(timeoutMs: number): Promise<boolean> {
      if (!hasRung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const hadRung = hasRung;
      hasRung = false;
      // If the signal aborts, the sleep only ends early; the caller checks the signal.
      if (hadRung) await sleep(queryPauseMs, undefined, { signal }).catch(() => undefined);
      return hadRung;
    },
  };
}
