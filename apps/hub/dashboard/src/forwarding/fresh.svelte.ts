import type { Answer } from "../api.ts";

/**
 * What the hub answers, asked anew all the time while the page can be seen (once with `everyMs` infinite); what was
 * known stays while a later answer fails. Has to be closed.
 */
export function keepFresh<T>(load: (signal: AbortSignal) => Promise<Answer<T>>, everyMs = 2000) {
  let data: T | undefined = $state.raw();
  let problem = $state("");
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = 0;

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const answer = await load(stop.signal);
    // An answer that was overtaken says what was, not what is.
    if (stop.signal.aborted || mine !== turn) return;
    problem = answer.ok ? "" : answer.message;
    if (answer.ok) data = answer.data;
    if (!Number.isFinite(everyMs)) return;
    timer = setTimeout(() => {
      if (document.visibilityState === "visible") void refresh();
    }, everyMs);
  }

  function onvisible(): void {
    if (Number.isFinite(everyMs) && document.visibilityState === "visible") void refresh();
  }

  document.addEventListener("visibilitychange", onvisible);
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
      stop.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onvisible);
    },
  };
}

export type Fresh<T> = ReturnType<typeof keepFresh<T>>;
