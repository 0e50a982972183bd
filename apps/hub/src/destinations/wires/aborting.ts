/** The promise, or the rejection with the signal's reason, whichever comes first. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A signal that is aborted with another one or when time is up. To be ended; a fraction of what `AbortSignal.any` costs. */
export function startDeadline(
  signal: AbortSignal,
  ms: number,
): { signal: AbortSignal; end(): void } {
  const deadline = new AbortController();
  const abort = () => deadline.abort(signal.reason);
  const timer = setTimeout(
    () => deadline.abort(new DOMException("Time is up.", "TimeoutError")),
    ms,
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
