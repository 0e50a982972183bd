import { chainHash } from "../store/chain.ts";
import type { ChainRow, Head } from "../store/store.ts";

export type CheckedChain =
  /** Without a head the trail has no scan yet. */
  | { ok: true; head?: Head }
  | {
      ok: false;
      /** The first scan that does not fit; none when it is the end that is missing. */
      scan?: number;
      /** One sentence. */
      reason: string;
    };

const atOnce = 1000;

/**
 * Walks an audit trail from its first scan, computing each hash anew from the scan and the hash before it.
 * `known` are heads written down before the walk began, by the store itself or elsewhere: each has to be met on the way.
 */
export async function checkChain(
  read: (after: number, limit: number) => ChainRow[] | Promise<ChainRow[]>,
  known: readonly Head[] = [],
): Promise<CheckedChain> {
  const due = Map.groupBy(known, ({ count }) => count);
  let count = 0;
  let hash = "";
  let after = 0;
  for (;;) {
    const rows = await read(after, atOnce);
    for (const row of rows) {
      count += 1;
      const { id } = row.scan;
      hash = chainHash(hash, row.scan);
      if (row.hash !== hash || row.count !== count) {
        const reason = `Scan ${id}, number ${count} of the trail, does not fit: it was changed, or the one before it is missing.`;
        return { ok: false, scan: id, reason };
      }
      const other = due.get(count)?.find((head) => head.hash !== hash);
      if (other) {
        const reason = `Scan ${id}, number ${count} of the trail, has the hash ${hash}, but the head that was noted says ${other.hash}: the trail was written anew.`;
        return { ok: false, scan: id, reason };
      }
      after = id;
    }
    if (rows.length < atOnce) break;
  }
  const longest = Math.max(0, ...known.map((head) => head.count));
  if (longest > count) {
    const reason = `The trail ends after ${count} scans, but there were ${longest}: the newest are missing.`;
    return { ok: false, reason };
  }
  return count === 0 ? { ok: true } : { ok: true, head: { count, hash } };
}
