/** Settles like the promise, or rejects with the signal's reason, whichever comes first. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * Returns a signal that aborts when `signal` does, or with a `TimeoutError` after `timeoutMs`. Call
 * `end` after use. Much cheaper than `AbortSignal.any`.
 */
export function startDeadline(
  signal: AbortSignal,
  timeoutMs: number,
): { signal: AbortSignal; end(): void } {
  const deadline = new AbortController();
  const abort = () => deadline.abort(signal.reason);
  const timer = setTimeout(
    () => deadline.abort(new DOMException("Time is up.", "TimeoutError")),
    timeoutMs,
  );
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return {
    signal: deadline.signal,
    end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}
