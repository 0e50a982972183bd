import type { StoredScan } from "../api.ts";
import type { LiveState } from "../live/event-stream.ts";
import { type Filter, toQuery } from "../scan-filter.ts";
import { callApi } from "../session.svelte.ts";
import { texts } from "../texts/page.ts";
import { createAnnouncer } from "./announcer.ts";
import {
  addArrived,
  addOlder,
  addRestored,
  emptyList,
  newestId,
  removeScans,
  renameTag,
  type ScanList,
  showWaiting,
  updateRepeats,
} from "./scan-list.ts";
import { openScanStream } from "./scan-stream.ts";

type ScanPage = { scans: StoredScan[]; next?: number };

const pageSize = 50;

/**
 * Opens the scans that pass a filter: loads the first page, receives newer scans by the stream, and
 * loads older pages on demand. `shouldHoldNew` returns whether new scans must wait because the user
 * has scrolled down. `ondelete` is called for every deleted scan, whether the list shows it or not.
 * Call `close` when done.
 */
export function openScans(
  filter: Filter,
  options: {
    shouldHoldNew: () => boolean;
    announce: (text: string) => void;
    ondelete: (id: number) => void;
  },
) {
  const { shouldHoldNew, announce, ondelete } = options;
  let list: ScanList = $state.raw(emptyList);
  let live: LiveState = $state("connecting");
  let isLoaded = $state(false);
  let isLoadingOlder = $state(false);
  let problem = $state("");
  let firstNewest = Number.POSITIVE_INFINITY;

  const query = toQuery(filter, new Date());
  const controller = new AbortController();
  const announcer = createAnnouncer(announce, texts.scans.announce);
  let stream: { close(): void } | undefined;
  let arrivedScans: StoredScan[] = [];
  let restoredScans: StoredScan[] = [];
  let repeatCounts = new Map<number, number>();
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

  async function load(): Promise<void> {
    problem = "";
    const result = await loadPage({});
    if (controller.signal.aborted) return;
    if (!result.ok) {
      problem = result.message;
      return;
    }
    list = addOlder(emptyList, result.data.scans, result.data.next);
    firstNewest = newestId(list);
    isLoaded = true;
    openStream();
  }

  async function loadOlder(): Promise<void> {
    if (isLoadingOlder || list.next === undefined) return;
    isLoadingOlder = true;
    const result = await loadPage({ before: String(list.next) });
    isLoadingOlder = false;
    if (controller.signal.aborted) return;
    problem = result.ok ? "" : result.message;
    if (result.ok) list = addOlder(list, result.data.scans, result.data.next);
  }

  function loadPage(pageQuery: Record<string, string>) {
    const params = new URLSearchParams({
      ...Object.fromEntries(query),
      limit: String(pageSize),
      ...pageQuery,
    });
    return callApi<ScanPage>("GET", `/api/scans?${params}`, undefined, {
      signal: controller.signal,
    });
  }

  function openStream(): void {
    stream = openScanStream({
      query() {
        flush();
        return new URLSearchParams([...query, ["after", String(newestId(list))]]);
      },
      onstate(state) {
        live = state;
      },
      onscan(scan) {
        arrivedScans.push(scan);
        flushTimer ??= setTimeout(flush, 50);
      },
      onrepeat({ id, repeats }) {
        repeatCounts.set(id, repeats);
        flushTimer ??= setTimeout(flush, 50);
      },
      ondelete(id) {
        removeScan(id);
        ondelete(id);
      },
      onrestore(scan) {
        restoredScans.push(scan);
        flushTimer ??= setTimeout(flush, 50);
      },
    });
  }

  function removeScan(id: number): void {
    // The scan may be among those that have just arrived.
    flush();
    list = removeScans(list, new Set([id]));
  }

  // After a lost connection many scans arrive together, and the list changes once for all of them.
  function flush(): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    if (arrivedScans.length > 0) addArrivedScans();
    if (restoredScans.length > 0) list = addRestored(list, restoredScans);
    restoredScans = [];
    if (repeatCounts.size > 0) list = updateRepeats(list, repeatCounts);
    repeatCounts = new Map();
  }

  function addArrivedScans(): void {
    const before = newestId(list);
    const fresh = arrivedScans.filter((scan) => scan.id > before);
    list = addArrived(list, arrivedScans, shouldHoldNew());
    arrivedScans = [];
    const newest = fresh.at(-1);
    if (newest) announcer.add(fresh.length, newest.content);
  }

  void load();

  return {
    get list() {
      return list;
    },
    get live() {
      return live;
    },
    get isLoaded() {
      return isLoaded;
    },
    /** The newest id of the first page. Scans with greater ids arrived later. */
    get firstNewest() {
      return firstNewest;
    },
    get isLoadingOlder() {
      return isLoadingOlder;
    },
    get problem() {
      return problem;
    },
    load,
    loadOlder,
    /** Shows the new name of a tag; undefined if its name was removed. */
    renameTag(tag: string, name: string | undefined) {
      list = renameTag(list, tag, name);
    },
    /** Removes a deleted scan. */
    removeScan,
    showWaiting() {
      list = showWaiting(list);
    },
    close() {
      controller.abort();
      stream?.close();
      announcer.close();
      clearTimeout(flushTimer);
    },
  };
}

export type OpenScans = ReturnType<typeof openScans>;
