import type { StoredScan } from "../api.ts";
import { askHub, refreshSession } from "../session.svelte.ts";
import { texts } from "../texts/en.ts";
import { createTeller } from "./announcing.ts";
import { type Filter, toQuery } from "./filter.ts";
import { addOlder, arrive, countRepeats, emptyFeed, type Feed, newestId, reveal } from "./live.ts";

export type LiveState = "connecting" | "live" | "reconnecting";

type ScanPage = { scans: StoredScan[]; next?: number };

const pageSize = 50;
const longestPause = 15_000;

/**
 * Opens the scans that fit a filter: the first page by request, everything newer by the stream,
 * older pages on demand. `holdNew` tells whether new ones must wait because somebody is reading
 * further down. Has to be closed.
 */
export function openFeed(filter: Filter, holdNew: () => boolean, tell: (text: string) => void) {
  let feed: Feed = $state.raw(emptyFeed);
  let live: LiveState = $state("connecting");
  let loaded = $state(false);
  let loadingOlder = $state(false);
  let problem = $state("");
  let firstNewest = Number.POSITIVE_INFINITY;

  const query = toQuery(filter, new Date());
  const stop = new AbortController();
  const teller = createTeller(tell, texts.scans.announce);
  let stream: EventSource | undefined;
  let arrived: StoredScan[] = [];
  let repeated = new Map<number, number>();
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  let pause = 0;
  let hiddenAt = 0;

  async function load(): Promise<void> {
    problem = "";
    const answer = await askPage({});
    if (stop.signal.aborted) return;
    if (!answer.ok) {
      problem = answer.message;
      return;
    }
    feed = addOlder(emptyFeed, answer.data.scans, answer.data.next);
    firstNewest = newestId(feed);
    loaded = true;
    openStream();
  }

  async function loadOlder(): Promise<void> {
    if (loadingOlder || feed.next === undefined) return;
    loadingOlder = true;
    const answer = await askPage({ before: String(feed.next) });
    loadingOlder = false;
    if (stop.signal.aborted) return;
    problem = answer.ok ? "" : answer.message;
    if (answer.ok) feed = addOlder(feed, answer.data.scans, answer.data.next);
  }

  function askPage(more: Record<string, string>) {
    const params = new URLSearchParams({
      ...Object.fromEntries(query),
      limit: String(pageSize),
      ...more,
    });
    return askHub<ScanPage>("GET", `/api/scans?${params}`, undefined, { signal: stop.signal });
  }

  function openStream(): void {
    stream?.close();
    clearTimeout(reopenTimer);
    flush();
    const params = new URLSearchParams(query);
    params.set("after", String(newestId(feed)));
    // A drop is mended by the browser itself, with Last-Event-ID; what it gives up on, we open anew.
    stream = new EventSource(`/api/scans/stream?${params}`);
    stream.addEventListener("open", () => {
      live = "live";
      pause = 0;
    });
    stream.addEventListener("scan", (event) => {
      arrived.push(JSON.parse(event.data) as StoredScan);
      flushTimer ??= setTimeout(flush, 50);
    });
    stream.addEventListener("repeat", (event) => {
      const { id, repeats } = JSON.parse(event.data) as Pick<StoredScan, "id" | "repeats">;
      repeated.set(id, repeats);
      flushTimer ??= setTimeout(flush, 50);
    });
    stream.addEventListener("error", () => {
      live = "reconnecting";
      if (stream?.readyState === EventSource.CLOSED) void reopenLater();
    });
  }

  async function reopenLater(): Promise<void> {
    clearTimeout(reopenTimer);
    pause = Math.min(Math.max(pause * 2, 1000), longestPause);
    reopenTimer = setTimeout(async () => {
      await refreshSession();
      if (!stop.signal.aborted) openStream();
    }, pause);
  }

  // Many may come at once after a lost connection: one change of the list for all of them.
  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    if (arrived.length > 0) takeArrived();
    if (repeated.size > 0) feed = countRepeats(feed, repeated);
    repeated = new Map();
  }

  function takeArrived(): void {
    const before = newestId(feed);
    const fresh = arrived.filter((scan) => scan.id > before);
    feed = arrive(feed, arrived, holdNew());
    arrived = [];
    const newest = fresh.at(-1);
    if (newest) teller.add(fresh.length, newest.content);
  }

  // A laptop that slept may hold a dead connection for minutes; a new one costs nothing.
  function onAwake(): void {
    if (!loaded) return;
    if (document.visibilityState === "hidden") hiddenAt = Date.now();
    else if (hiddenAt > 0 && Date.now() - hiddenAt > 60_000) openStream();
  }

  function onOnline(): void {
    if (loaded) openStream();
  }

  document.addEventListener("visibilitychange", onAwake);
  addEventListener("online", onOnline);
  void load();

  return {
    get feed() {
      return feed;
    },
    get live() {
      return live;
    },
    get loaded() {
      return loaded;
    },
    /** The newest id of the first page: what is greater came while the feed was open. */
    get firstNewest() {
      return firstNewest;
    },
    get loadingOlder() {
      return loadingOlder;
    },
    get problem() {
      return problem;
    },
    load,
    loadOlder,
    reveal() {
      feed = reveal(feed);
    },
    close() {
      stop.abort();
      stream?.close();
      teller.close();
      clearTimeout(flushTimer);
      clearTimeout(reopenTimer);
      document.removeEventListener("visibilitychange", onAwake);
      removeEventListener("online", onOnline);
    },
  };
}

export type OpenFeed = ReturnType<typeof openFeed>;
