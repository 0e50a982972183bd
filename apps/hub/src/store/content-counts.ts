import { hash } from "node:crypto";
import type { ContentCounts } from "./scan-counts.ts";
import type { Page, ScanPage } from "./scan-selection.ts";
import type { ListedScan } from "./stored-scan.ts";

/**
 * The counts of some scans by the key of their content. Equal keys mean equal contents. `newest` is
 * the id of the newest scan with the key, `last` the smallest id that was read, and `complete`
 * tells whether all the scans were read.
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
  /** The maximum number of scans that are counted. */
  maxScans: 100_000,
  /** The duration after which no further page is read. */
  maxMs: 5000,
  now: () => performance.now(),
};

/**
 * The maximum size of a content that serves as its own key. Longer contents have a hash as their
 * key, so that memory stays bounded.
 */
export const maxKeyBytes = 128;

/**
 * Counts scans by their content, and returns the `limit` most frequent contents. Reads the newest
 * scans first, a page at a time, so that no query keeps a thread or the database busy for long.
 * Stops after `maxScans` scans or `maxMs`.
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
  // A full last page does not prove that more scans follow.
  if (more) more = (await queries.findIds({ limit: 1, ...(before && { before }) })).length > 0;
  const top = findTop(countByKey.values(), limit);
  const shown = await queries.readScans(top.map(({ newest }) => newest));
  const contentById = new Map(shown.scans.map(({ id, content }) => [id, content]));
  const contents = top.flatMap(({ scans, newest }) => {
    const content = contentById.get(newest);
    // If the content is missing, the scan was deleted meanwhile.
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
 * Returns the `limit` contents with the most scans in descending order, the newest first where the
 * numbers are equal. Does not sort the others, because there may be very many.
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
