let now = $state(Date.now());

/**
 * The current time, for relative times. It is updated every five seconds while `runClock` is
 * active.
 */
export const clock = {
  get now(): number {
    return now;
  },
};

/** Starts the clock. The returned function stops it. */
export function runClock(intervalMs = 5000): () => void {
  const tick = () => {
    now = Date.now();
  };
  const timer = setInterval(tick, intervalMs);
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}
