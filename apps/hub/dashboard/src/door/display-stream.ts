import type { DisplayState } from "../../../src/register-work/display-state.ts";
import type { Connection } from "./panel.ts";

/**
 * The time without an event after which the connection counts as lost. The hub sends an event at
 * least every ten seconds.
 */
const silenceMs = 25_000;

const retryMs = 2000;

/**
 * Follows the state of a display until its link ends. The browser reconnects by itself after most
 * interruptions. This function opens a new connection when the browser gives up, after a silence of
 * `silenceMs`, and when the network is back.
 */
export function followDisplay(
  url: string,
  handlers: { onstate(state: DisplayState): void; onconnection(connection: Connection): void },
): { close(): void } {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastEventAt = Date.now();
  let isOver = false;

  function connect(): void {
    source?.close();
    source = new EventSource(url);
    source.addEventListener("state", (event) => {
      lastEventAt = Date.now();
      schedule(silenceMs, reconnect);
      handlers.onconnection({ kind: "live" });
      handlers.onstate(JSON.parse(event.data));
    });
    source.addEventListener("ended", end);
    source.addEventListener("error", () => {
      handlers.onconnection({ kind: "lost", since: lastEventAt });
      if (source?.readyState === EventSource.CLOSED) void retry();
      else schedule(silenceMs, reconnect);
    });
    schedule(silenceMs, reconnect);
  }

  function reconnect(): void {
    handlers.onconnection({ kind: "lost", since: lastEventAt });
    connect();
  }

  /** Requests the status first, because the browser does not say why it gave up. */
  async function retry(): Promise<void> {
    const abort = new AbortController();
    const response = await fetch(url, { signal: abort.signal }).catch(() => undefined);
    abort.abort();
    if (isOver) return;
    if (response?.status === 404) end();
    else if (response?.ok) connect();
    else schedule(retryMs, retry);
  }

  function end(): void {
    close();
    handlers.onconnection({ kind: "ended" });
  }

  function schedule(delayMs: number, run: () => void): void {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(run, delayMs);
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
