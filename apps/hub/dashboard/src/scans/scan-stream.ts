import type { StoredScan } from "../api.ts";
import { refreshSession } from "../session.svelte.ts";

export type LiveState = "connecting" | "live" | "reconnecting";

const longestPause = 15_000;

/**
 * Listens to scans as they arrive until it is closed. A drop is mended by the browser itself, with Last-Event-ID; what
 * the browser gives up on is opened anew here, and so is a connection that slept or lost its network. `query` is asked
 * at each opening, and `onstate` tells how it goes.
 */
export function openScanStream(parts: {
  query: () => URLSearchParams;
  onstate: (state: LiveState) => void;
  onscan: (scan: StoredScan) => void;
  onrepeat?: (repeat: Pick<StoredScan, "id" | "repeats">) => void;
  ondelete?: (id: number) => void;
}): { close(): void } {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let pause = 0;
  let hiddenAt = 0;

  function open(): void {
    stream?.close();
    clearTimeout(timer);
    stream = new EventSource(`/api/scans/stream?${parts.query()}`);
    stream.addEventListener("open", () => {
      parts.onstate("live");
      pause = 0;
    });
    stream.addEventListener("scan", (event) => parts.onscan(JSON.parse(event.data)));
    stream.addEventListener("repeat", (event) => parts.onrepeat?.(JSON.parse(event.data)));
    stream.addEventListener("delete", (event) => parts.ondelete?.(JSON.parse(event.data).id));
    stream.addEventListener("error", () => {
      parts.onstate("reconnecting");
      if (stream?.readyState === EventSource.CLOSED) openLater();
    });
  }

  function openLater(): void {
    clearTimeout(timer);
    pause = Math.min(Math.max(pause * 2, 1000), longestPause);
    timer = setTimeout(async () => {
      await refreshSession();
      if (!closed) open();
    }, pause);
  }

  // A laptop that slept may hold a dead connection for minutes; a new one costs nothing.
  function onAwake(): void {
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt > 0 && Date.now() - hiddenAt > 60_000) open();
  }

  document.addEventListener("visibilitychange", onAwake);
  addEventListener("online", open);
  open();

  return {
    close() {
      closed = true;
      stream?.close();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onAwake);
      removeEventListener("online", open);
    },
  };
}
