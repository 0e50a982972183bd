import { setTimeout as sleep } from "node:timers/promises";

/** The interval in milliseconds at which a silent stream sends a sign of life. */
export const pingMs = 20_000;

/** Limits each viewer to 25 queries a second, however fast scans arrive. */
const queryPauseMs = 40;

/**
 * Creates a signal that wakes a stream when data changed. It remembers a change until the next
 * wait, so that no commit between a query and a wait is missed.
 */
export function createChangeSignal(abort: AbortSignal) {
  let hasChanged = false;
  let wake: (() => void) | undefined;
  const report = () => {
    hasChanged = true;
    wake?.();
  };
  abort.addEventListener("abort", () => wake?.(), { once: true });
  return {
    report,
    /**
     * Resolves to true 40 ms after a change was reported, and to false if `timeoutMs` passed or the
     * stream was aborted.
     */
    async wait(timeoutMs: number): Promise<boolean> {
      if (!hasChanged && !abort.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const hadChanged = hasChanged;
      hasChanged = false;
      // If the signal aborts, the sleep only ends early; the caller checks the signal.
      if (hadChanged)
        await sleep(queryPauseMs, undefined, { signal: abort }).catch(() => undefined);
      return hadChanged;
    },
  };
}
