let now = $state(Date.now());

/** The present, for relative times; moves every five seconds while `runClock` is on. */
export const clock = {
  get now(): number {
    return now;
  },
};

/** Starts the clock; the returned function stops it. */
export function runClock(everyMs = 5000): () => void {
  const tick = () => {
    now = Date.now();
  };
  const timer = setInterval(tick, everyMs);
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}
