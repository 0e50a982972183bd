import { type LiveState, openScanStream } from "../scans/scan-stream.ts";
import { addPage, renew, type TagList, toList } from "./tag-list.ts";
import { loadTags } from "./tags.ts";

const pageSize = 50;
/** The list asks anew at most this often, however fast tags are scanned. */
const restMs = 1000;

/**
 * Opens the tags that have these words: the first page now and whenever a tag was scanned, older ones on demand.
 * `isReading` tells whether somebody is further down, so that nothing may move. Has to be closed.
 */
export function openTags(text: string, isReading: () => boolean) {
  let list: TagList | undefined = $state.raw();
  let live: LiveState = $state("connecting");
  let loadingMore = $state(false);
  let problem = $state("");

  const stop = new AbortController();
  let rest: ReturnType<typeof setTimeout> | undefined;
  let resting = false;
  let again = false;
  let behind = false;

  async function load(): Promise<void> {
    const answer = await loadTags({ text, limit: pageSize }, stop.signal);
    if (stop.signal.aborted) return;
    problem = answer.ok ? "" : answer.message;
    if (!answer.ok) return;
    behind = isReading();
    list = list ? renew(list, answer.data, behind) : toList(answer.data);
  }

  async function loadMore(): Promise<void> {
    if (loadingMore || list?.next === undefined) return;
    loadingMore = true;
    const query = { text, limit: pageSize, cursor: list.next };
    const answer = await loadTags(query, stop.signal);
    loadingMore = false;
    if (stop.signal.aborted) return;
    problem = answer.ok ? "" : answer.message;
    if (answer.ok) list = addPage(list, answer.data);
  }

  // The first change shows at once; what comes while the list rests shows at the end of that.
  function loadSoon(): void {
    again = resting;
    if (resting) return;
    resting = true;
    void load().finally(() => {
      rest = setTimeout(() => {
        resting = false;
        if (again) loadSoon();
      }, restMs);
    });
  }

  const stream = openScanStream({
    query: () => new URLSearchParams({ source: "nfc" }),
    onstate(state) {
      live = state;
      // Also what came while there was no connection.
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
    get loadingMore() {
      return loadingMore;
    },
    get problem() {
      return problem;
    },
    load,
    loadMore,
    /** The reader is back at the top. */
    catchUp() {
      if (behind) loadSoon();
    },
    close() {
      stop.abort();
      clearTimeout(rest);
      stream.close();
    },
  };
}

export type OpenTags = ReturnType<typeof openTags>;
