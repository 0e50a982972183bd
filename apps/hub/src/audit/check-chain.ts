import { parseScan } from "@scanhook/webhook";
import { chainHash } from "../store/chain-hash.ts";
import { isFromOutside } from "../store/sqlite/trouble.ts";
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
 * `progress` is told how many scans were walked past. Rejects as `read` does, when the database cannot be used.
 */
export async function checkChain(
  read: (after: number, limit: number) => ChainRow[] | Promise<ChainRow[]>,
  known: readonly Head[] = [],
  progress: (count: number) => void = () => {},
): Promise<CheckedChain> {
  const due = Map.groupBy(known, ({ count }) => count);
  let count = 0;
  let hash = "";
  let after = 0;
  for (let limit = atOnce; ; ) {
    const rows = await tryTo(read, after, limit);
    if (!rows && limit === 1) {
      const reason = `What comes after number ${count} of the trail cannot be read as a scan: it was changed.`;
      return { ok: false, reason };
    }
    // One by one up to the one that cannot be read.
    if (!rows) {
      limit = 1;
      continue;
    }
    for (const row of rows) {
      count += 1;
      const { id } = row.scan;
      hash = chainHash(hash, row.scan);
      if (row.hash !== hash || row.count !== count || isOtherThanReceived(row.scan)) {
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
    progress(count);
    if (rows.length < limit) break;
  }
  const longest = Math.max(0, ...known.map((head) => head.count));
  if (longest > count) {
    const reason = `The trail ends after ${count} scans, but there were ${longest}: the newest are missing.`;
    return { ok: false, reason };
  }
  return count === 0 ? { ok: true } : { ok: true, head: { count, hash } };
}

/** Undefined: there is a row among them that no hub wrote, such as a time beyond all times. */
async function tryTo(
  read: Parameters<typeof checkChain>[0],
  after: number,
  limit: number,
): Promise<ChainRow[] | undefined> {
  try {
    return await read(after, limit);
  } catch (error) {
    if (isFromOutside(error)) throw error;
    return undefined;
  }
}

/** What a tag said is kept beside the body it came in; only the body has a hash. */
function isOtherThanReceived({ body, tagType, structured }: ChainRow["scan"]): boolean {
  const received = parseScan(body.replace(/^\uFEFF/, ""));
  if (!received.ok) return false;
  return (
    received.scan.tagType?.toWellFormed() !== tagType ||
    JSON.stringify(received.scan.structured) !== JSON.stringify(structured)
  );
}
