import type { StoredScan } from "../api.ts";
import { refreshSession } from "../session.svelte.ts";

export type LiveState = "connecting" | "live" | "reconnecting";

const maxRetryDelayMs = 15_000;

/**
 * Opens the stream of scans. The browser reconnects by itself after a short interruption, with Last-Event-ID. This
 * function opens a new connection when the browser gives up, after the device slept, and when the network is back; it
 * calls `query` for each one. `onstate` is called for every change of the connection.
 */
export function openScanStream(options: {
  query: () => URLSearchParams;
  onstate: (state: LiveState) => void;
  onscan: (scan: StoredScan) => void;
  onrepeat?: (repeat: Pick<StoredScan, "id" | "repeats">) => void;
  ondelete?: (id: number) => void;
  onrestore?: (scan: StoredScan) => void;
}): { close(): void } {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let retryDelayMs = 0;
  let hiddenAt = 0;

  function connect(): void {
    stream?.close();
    clearTimeout(timer);
    stream = new EventSource(`/api/scans/stream?${options.query()}`);
    stream.addEventListener("open", () => {
      options.onstate("live");
      retryDelayMs = 0;
    });
    stream.addEventListener("scan", (event) => options.onscan(JSON.parse(event.data)));
    stream.addEventListener("repeat", (event) => options.onrepeat?.(JSON.parse(event.data)));
    stream.addEventListener("delete", (event) => options.ondelete?.(JSON.parse(event.data).id));
    stream.addEventListener("restore", (event) => options.onrestore?.(JSON.parse(event.data)));
    stream.addEventListener("error", () => {
      options.onstate("reconnecting");
      if (stream?.readyState === EventSource.CLOSED) connectLater();
    });
  }

  function connectLater(): void {
    clearTimeout(timer);
    retryDelayMs = Math.min(Math.max(retryDelayMs * 2, 1000), maxRetryDelayMs);
    timer = setTimeout(async () => {
      await refreshSession();
      if (!isClosed) connect();
    }, retryDelayMs);
  }

  // A laptop that slept may keep a dead connection for minutes. A new one costs next to nothing.
  function reconnectAfterSleep(): void {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt > 0 && Date.now() - hiddenAt > 60_000) connect();
  }

  document.addEventListener("visibilitychange", reconnectAfterSleep);
  addEventListener("online", connect);
  connect();

  return {
    close() {
      isClosed = true;
      stream?.close();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reconnectAfterSleep);
      removeEventListener("online", connect);
    },
  };
}
