import { hash } from "node:crypto";
import type { ContentCounts } from "./scan-counts.ts";
import type { Page, ScanPage } from "./scan-selection.ts";
import type { ListedScan } from "./stored-scan.ts";

/**
 * Some scans, counted by key: the contents of equal keys are equal. `last` is the smallest id that
 * was read, and `complete` tells whether all the scans were read.
 */
export type ContentPage = {
  counts: { key: string; scans: number; newest: number }[];
  last: number;
  complete: boolean;
};

/** The queries of a store that counting needs. */
type ContentQueries = {
  findIds(page: Omit<Page, "maxBytes">): Promise<number[]>;
  /** Counts the contents of scans whose ids are given, newest first. */
  readContents(ids: readonly number[]): Promise<ContentPage>;
  readScans(ids: readonly number[]): Promise<ScanPage<ListedScan>>;
};

const pageSize = 1000;

const defaults = {
  /** How many scans are counted at most. */
  maxScans: 100_000,
  /** After this time no further page is read. */
  maxMs: 5000,
  now: () => performance.now(),
};

/**
 * The most bytes of a content that is its own key. The key of a longer one is its hash, so that
 * memory stays bounded.
 */
export const maxKeyBytes = 128;

/**
 * Counts scans by their content, newest first and a page at a time, so that neither a thread nor
 * the database is busy with it for long.
 */
export async function countContents(
  queries: ContentQueries,
  limit: number,
  options: Partial<typeof defaults> = {},
): Promise<ContentCounts> {
  const { maxScans, maxMs, now } = { ...defaults, ...options };
  const end = now() + maxMs;
  const countByKey = new Map<string, Counted>();
  let scans = 0;
  let before: number | undefined;
  let more = true;
  while (more && scans < maxScans && now() < end) {
    const idCount = Math.min(pageSize, maxScans - scans);
    const ids = await queries.findIds({
      limit: idCount,
      ...(before !== undefined && { before }),
    });
    if (ids.length === 0) {
      more = false;
      break;
    }
    const page = await queries.readContents(ids);
    for (const { key, scans: found, newest } of page.counts) {
      scans += found;
      const counted = countByKey.get(key);
      if (counted) counted.scans += found;
      else countByKey.set(key, { scans: found, newest });
    }
    before = page.last;
    more = !page.complete || ids.length === idCount;
  }
  // The last page may have been full by chance.
  if (more) more = (await queries.findIds({ limit: 1, ...(before && { before }) })).length > 0;
  const top = findTop(countByKey.values(), limit);
  const shown = await queries.readScans(top.map(({ newest }) => newest));
  const contentById = new Map(shown.scans.map(({ id, content }) => [id, content]));
  const contents = top.flatMap(({ scans, newest }) => {
    const content = contentById.get(newest);
    // Without it, somebody has deleted the scan meanwhile.
    return content === undefined ? [] : { content, scans, newest };
  });
  return { contents, distinct: countByKey.size, scans, more };
}

/** Returns the key of a content. */
export function toContentKey(content: string): string {
  return content.length <= maxKeyBytes ? `c${content}` : `h${hash("sha256", content, "hex")}`;
}

type Counted = { scans: number; newest: number };

/**
 * Returns the counts with the most scans in order, of equal ones the newest. Does not sort the
 * others, which may be many.
 */
function findTop(counts: Iterable<Counted>, limit: number): Counted[] {
  const top: Counted[] = [];
  for (const counted of counts) {
    const isBelow = (other: Counted) => compare(other, counted) > 0;
    if (top.length === limit && !isBelow(top.at(-1)!)) continue;
    const index = top.findIndex(isBelow);
    top.splice(index < 0 ? top.length : index, 0, counted);
    if (top.length > limit) top.pop();
  }
  return top;
}

function compare(a: Counted, b: Counted): number {
  return b.scans - a.scans || b.newest - a.newest;
}
