import type { DisplayState } from "../../../src/register-work/display-state.ts";
import type { Connection } from "./panel.ts";

/**
 * The hub says something at least every ten seconds. Silence for so long means that nobody is
 * there.
 */
const silenceMs = 25_000;

const retryMs = 2000;

/**
 * Follows a display until its link ends. The browser reconnects by itself after most interruptions;
 * this opens a new connection when it gives up, after a silence, and when the network is back.
 */
export function followDisplay(
  url: string,
  handlers: { onstate(state: DisplayState): void; onconnection(connection: Connection): void },
): { close(): void } {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = Date.now();
  let isOver = false;

  function connect(): void {
    source?.close();
    source = new EventSource(url);
    source.addEventListener("state", (event) => {
      heardAt = Date.now();
      later(silenceMs, lose);
      handlers.onconnection({ kind: "live" });
      handlers.onstate(JSON.parse(event.data));
    });
    source.addEventListener("ended", end);
    source.addEventListener("error", () => {
      handlers.onconnection({ kind: "lost", since: heardAt });
      if (source?.readyState === EventSource.CLOSED) void retry();
      else later(silenceMs, lose);
    });
    later(silenceMs, lose);
  }

  function lose(): void {
    handlers.onconnection({ kind: "lost", since: heardAt });
    connect();
  }

  /** The browser does not say why it gave up, so this asks for the status first. */
  async function retry(): Promise<void> {
    const abort = new AbortController();
    const response = await fetch(url, { signal: abort.signal }).catch(() => undefined);
    abort.abort();
    if (isOver) return;
    if (response?.status === 404) end();
    else if (response?.ok) connect();
    else later(retryMs, retry);
  }

  function end(): void {
    close();
    handlers.onconnection({ kind: "ended" });
  }

  function later(ms: number, run: () => void): void {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(run, ms);
  }

  function close(): void {
    isOver = true;
    source?.close();
    clearTimeout(timer);
    removeEventListener("online", connect);
  }

  addEventListener("online", connect);
  connect();
  return { close };
}
