import type { Result } from "../api.ts";

/**
 * Loads data immediately, and again every `intervalMs` while the page is visible; only once if the
 * interval is infinite. Keeps the last data if a later load fails. Call `close` when done.
 */
export function startPolling<T>(
  load: (signal: AbortSignal) => Promise<Result<T>>,
  intervalMs = 2000,
) {
  let data: T | undefined = $state.raw();
  let problem = $state("");
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastLoadId = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    lastLoadId += 1;
    const loadId = lastLoadId;
    const result = await load(controller.signal);
    // A response that a later load has overtaken is out of date.
    if (controller.signal.aborted || loadId !== lastLoadId) return;
    problem = result.ok ? "" : result.message;
    // Unchanged data stays the same object, so that the page does not render again.
    if (result.ok && JSON.stringify(result.data) !== JSON.stringify(data)) data = result.data;
    if (!Number.isFinite(intervalMs)) return;
    timer = setTimeout(() => {
      if (document.visibilityState === "visible") void refresh();
    }, intervalMs);
  }

  function refreshIfVisible(): void {
    if (Number.isFinite(intervalMs) && document.visibilityState === "visible") void refresh();
  }

  document.addEventListener("visibilitychange", refreshIfVisible);
  void refresh();

  return {
    get data() {
      return data;
    },
    get problem() {
      return problem;
    },
    refresh,
    close() {
      controller.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", refreshIfVisible);
    },
  };
}

export type Polling<T> = ReturnType<typeof startPolling<T>>;
