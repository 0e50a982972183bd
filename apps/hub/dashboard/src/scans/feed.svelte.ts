import type { StoredScan } from "../api.ts";
import { askHub } from "../session.svelte.ts";
import { texts } from "../texts/en.ts";
import { createTeller } from "./announcing.ts";
import { type Filter, toQuery } from "./filter.ts";
import {
  addOlder,
  arrive,
  callTag,
  countRepeats,
  emptyFeed,
  type Feed,
  newestId,
  reveal,
  takeOut,
} from "./live.ts";
import { type LiveState, openScanStream } from "./scan-stream.ts";

type ScanPage = { scans: StoredScan[]; next?: number };

const pageSize = 50;

/**
 * Opens the scans that fit a filter: the first page by request, everything newer by the stream,
 * older pages on demand. `holdNew` tells whether new ones must wait because somebody is reading
 * further down. `ondelete` hears of every scan that is deleted, shown here or not. Has to be closed.
 */
export function openFeed(
  filter: Filter,
  parts: {
    holdNew: () => boolean;
    tell: (text: string) => void;
    ondelete: (id: number) => void;
  },
) {
  const { holdNew, tell, ondelete } = parts;
  let feed: Feed = $state.raw(emptyFeed);
  let live: LiveState = $state("connecting");
  let loaded = $state(false);
  let loadingOlder = $state(false);
  let problem = $state("");
  let firstNewest = Number.POSITIVE_INFINITY;

  const query = toQuery(filter, new Date());
  const stop = new AbortController();
  const teller = createTeller(tell, texts.scans.announce);
  let stream: { close(): void } | undefined;
  let arrived: StoredScan[] = [];
  let repeated = new Map<number, number>();
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

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
    stream = openScanStream({
      query() {
        flush();
        return new URLSearchParams([...query, ["after", String(newestId(feed))]]);
      },
      onstate(state) {
        live = state;
      },
      onscan(scan) {
        arrived.push(scan);
        flushTimer ??= setTimeout(flush, 50);
      },
      onrepeat({ id, repeats }) {
        repeated.set(id, repeats);
        flushTimer ??= setTimeout(flush, 50);
      },
      ondelete(id) {
        forget(id);
        ondelete(id);
      },
    });
  }

  function forget(id: number): void {
    // It may be among those that have just arrived.
    flush();
    feed = takeOut(feed, new Set([id]));
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
    /** The owner has just called a tag something else, or nothing. */
    callTag(tag: string, name: string | undefined) {
      feed = callTag(feed, tag, name);
    },
    /** This scan was deleted. */
    forget,
    reveal() {
      feed = reveal(feed);
    },
    close() {
      stop.abort();
      stream?.close();
      teller.close();
      clearTimeout(flushTimer);
    },
  };
}

export type OpenFeed = ReturnType<typeof openFeed>;
