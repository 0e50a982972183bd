import type { StoredScan } from "../api.ts";

/**
 * The list of scans a person looks at, newest first, and the ones that came since and wait above it.
 * `next` is where older ones go on, undefined at the end. Ids only grow, so order and doubles are
 * both a matter of comparing ids.
 */
export type Feed = {
  shown: readonly StoredScan[];
  waiting: readonly StoredScan[];
  waitingCount: number;
  next: number | undefined;
};

export const emptyFeed: Feed = { shown: [], waiting: [], waitingCount: 0, next: undefined };

/** As many scans as stay in the page while they arrive by themselves; older ones load on request. */
export const keptRows = 500;

/** The newest id the feed knows of: where the stream has to start or go on. */
export function newestId(feed: Feed): number {
  return feed.waiting[0]?.id ?? feed.shown[0]?.id ?? 0;
}

/**
 * Takes what the stream delivered, in any order and with repetitions; what is known already is
 * dropped. With `hold` the new ones wait, so that nothing moves under the reader's eyes.
 */
export function arrive(feed: Feed, scans: readonly StoredScan[], hold: boolean): Feed {
  const fresh = newerThan(newestId(feed), scans);
  if (fresh.length === 0) return feed;
  const waiting = {
    ...feed,
    waiting: [...fresh, ...feed.waiting].slice(0, keptRows),
    waitingCount: feed.waitingCount + fresh.length,
  };
  return hold ? waiting : reveal(waiting);
}

/** Takes how often scans came again, by their ids; ids that are not here are passed over. */
export function countRepeats(feed: Feed, repeats: ReadonlyMap<number, number>): Feed {
  const count = (scan: StoredScan) => {
    const times = repeats.get(scan.id);
    return times === undefined ? scan : { ...scan, repeats: times };
  };
  return { ...feed, shown: feed.shown.map(count), waiting: feed.waiting.map(count) };
}

/** Takes scans out that were deleted; ids that are not here are passed over. */
export function takeOut(feed: Feed, deleted: ReadonlySet<number>): Feed {
  const isThere = ({ id }: StoredScan) => !deleted.has(id);
  const waiting = feed.waiting.filter(isThere);
  const waitingCount = feed.waitingCount - (feed.waiting.length - waiting.length);
  return { ...feed, shown: feed.shown.filter(isThere), waiting, waitingCount };
}

/** Takes what a tag is called now; undefined: nothing any more. */
export function callTag(feed: Feed, tag: string, name: string | undefined): Feed {
  const call = (scan: StoredScan) => {
    if (scan.tag !== tag) return scan;
    const { tagName: _, ...rest } = scan;
    return name === undefined ? rest : { ...rest, tagName: name };
  };
  return { ...feed, shown: feed.shown.map(call), waiting: feed.waiting.map(call) };
}

/** Puts what waits on top of the list, and lets go of the far end of a long one. */
export function reveal(feed: Feed): Feed {
  // More came than was kept: what lies between is loaded again when the reader gets there.
  const gap = feed.waitingCount > feed.waiting.length;
  const joined = gap ? feed.waiting : [...feed.waiting, ...feed.shown];
  const shown = joined.slice(0, keptRows);
  const cut = gap || joined.length > keptRows;
  return { shown, waiting: [], waitingCount: 0, next: cut ? shown.at(-1)?.id : feed.next };
}

/** Adds a page of older scans at the end. */
export function addOlder(feed: Feed, scans: readonly StoredScan[], next: number | undefined): Feed {
  const last = feed.shown.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const older = scans.filter((scan) => scan.id < last);
  return { ...feed, shown: [...feed.shown, ...older], next };
}

function newerThan(id: number, scans: readonly StoredScan[]): StoredScan[] {
  const byId = new Map(scans.filter((scan) => scan.id > id).map((scan) => [scan.id, scan]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}
