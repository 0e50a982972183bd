import type { LiveState } from "../live/event-stream.ts";
import { openScanStream } from "../scan-list/scan-stream.ts";
import { addPage, createTagList, type TagList, updateFirstPage } from "./tag-list.ts";
import { loadTags } from "./tags.ts";

const pageSize = 50;
/** The list is reloaded at most this often, however fast tags are scanned. */
const throttleMs = 1000;

/**
 * Opens the tags that contain the words of `text`: loads the first page now and after each scan of
 * a tag, and older pages on demand. While `isReading` returns true, the reader has scrolled down
 * and no tag moves. Call `close` when done.
 */
export function openTags(text: string, isReading: () => boolean) {
  let list: TagList | undefined = $state.raw();
  let live: LiveState = $state("connecting");
  let isLoadingMore = $state(false);
  let problem = $state("");

  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;
  let hasChanges = false;
  let isHeld = false;

  async function load(): Promise<void> {
    const result = await loadTags({ text, limit: pageSize }, controller.signal);
    if (controller.signal.aborted) return;
    problem = result.ok ? "" : result.message;
    if (!result.ok) return;
    isHeld = isReading();
    list = list ? updateFirstPage(list, result.data, isHeld) : createTagList(result.data);
  }

  async function loadMore(): Promise<void> {
    if (isLoadingMore || list?.next === undefined) return;
    isLoadingMore = true;
    const query = { text, limit: pageSize, cursor: list.next };
    const result = await loadTags(query, controller.signal);
    isLoadingMore = false;
    if (controller.signal.aborted) return;
    problem = result.ok ? "" : result.message;
    if (result.ok) list = addPage(list, result.data);
  }

  // The first change shows immediately. Changes during the pause that follows show together at its
  // end.
  function loadSoon(): void {
    hasChanges = isPaused;
    if (isPaused) return;
    isPaused = true;
    void load().finally(() => {
      timer = setTimeout(() => {
        isPaused = false;
        if (hasChanges) loadSoon();
      }, throttleMs);
    });
  }

  const stream = openScanStream({
    query: () => new URLSearchParams({ source: "nfc" }),
    onstate(state) {
      live = state;
      // Loads what arrived while there was no connection.
      if (state === "live") loadSoon();
    },
    onscan: loadSoon,
    ondelete: loadSoon,
  });
  loadSoon();

  return {
    get list() {
      return list;
    },
    get live() {
      return live;
    },
    get isLoadingMore() {
      return isLoadingMore;
    },
    get problem() {
      return problem;
    },
    load,
    loadMore,
    /** Shows what was held back, once the reader is at the top again. */
    catchUp() {
      if (isHeld) loadSoon();
    },
    close() {
      controller.abort();
      clearTimeout(timer);
      stream.close();
    },
  };
}

export type OpenTags = ReturnType<typeof openTags>;
