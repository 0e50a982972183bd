import type { LiveState } from "../live/event-stream.ts";
import { openScanStream } from "../scan-list/scan-stream.ts";
import { addPage, createTagList, type TagList, updateFirstPage } from "./tag-list.ts";
import { loadTags } from "./tags.ts";

const pageSize = 50;
/** The shortest time between two loads of the list, however fast tags are scanned. */
const throttleMs = 1000;

/**
 * Opens the tags that contain the words of `text`: loads the first page now and after each scan of
 * a tag, and older pages on demand. `isReading` returns whether the user has scrolled down; while
 * it returns true, no tag moves. Call `close` when done.
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

  // Shows the first change immediately. Shows changes during the following pause together, at the
  // end of the pause.
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
      // Loads the tags that were scanned while there was no connection.
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
    /** Loads the changes that were held back. Call this when the user is at the top again. */
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
