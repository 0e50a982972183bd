import { refreshSession } from "../session.svelte.ts";

export type LiveState = "connecting" | "live" | "reconnecting";

const maxRetryDelayMs = 15_000;

/**
 * Opens a stream of server-sent events whose data is JSON. The browser reconnects by itself after a
 * short interruption, with Last-Event-ID. This function opens a new connection when the browser
 * gives up, after the device slept, and when the network is back; it calls `url` for each one.
 * `onstate` is called for every change of the connection, and `on` has a function for each kind of
 * event.
 */
export function openEventStream<Events extends object>(options: {
  url: () => string;
  onstate: (state: LiveState) => void;
  on: { [Name in keyof Events]: (data: Events[Name]) => void };
}): { close(): void } {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let retryDelayMs = 0;
  let hiddenAt = 0;

  function connect(): void {
    stream?.close();
    clearTimeout(timer);
    stream = new EventSource(options.url());
    stream.addEventListener("open", () => {
      options.onstate("live");
      retryDelayMs = 0;
    });
    for (const name in options.on)
      stream.addEventListener(name, (event) => options.on[name](JSON.parse(event.data)));
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

  // After sleep, a laptop may keep a dead connection for minutes, so it always opens a new one.
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
