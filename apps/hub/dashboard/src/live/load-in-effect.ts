/**
 * Loads data in an effect, and passes it to `show`. Returns the cleanup of the effect, which aborts
 * the request. After that, `show` is not called.
 */
export function loadInEffect<T>(
  load: (signal: AbortSignal) => Promise<T>,
  show: (loaded: T) => void,
): () => void {
  const controller = new AbortController();
  void load(controller.signal).then((loaded) => {
    if (!controller.signal.aborted) show(loaded);
  });
  return () => controller.abort();
}
