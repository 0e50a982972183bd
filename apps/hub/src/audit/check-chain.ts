import { parseScan } from "@scanhook/webhook";
import { chainHash } from "../store/chain-hash.ts";
import type { ChainRow, Head } from "../store/retention.ts";
import { isFromOutside } from "../store/sqlite/unavailable.ts";

export type CheckedChain =
  /** `head` is absent if the trail has no scans. */
  | { ok: true; head?: Head }
  | {
      ok: false;
      /**
       * The id of the first scan with a wrong hash; absent if a scan cannot be read or the end of
       * the trail is missing.
       */
      scan?: number;
      /** One sentence for the user. */
      reason: string;
    };

const pageSize = 1000;

/**
 * Checks an audit trail from its first scan: recomputes every hash from the scan and the previous
 * hash, and compares it with the stored one. The trail must also contain every head in
 * `knownHeads`, which were recorded earlier by the store or elsewhere. Calls `progress` with the
 * number of scans checked so far. Rejects if the database cannot be read.
 */
export async function checkChain(
  readRows: (after: number, limit: number) => ChainRow[] | Promise<ChainRow[]>,
  knownHeads: readonly Head[] = [],
  progress: (count: number) => void = () => {},
): Promise<CheckedChain> {
  const knownByCount = Map.groupBy(knownHeads, ({ count }) => count);
  let count = 0;
  let hash = "";
  let after = 0;
  for (let limit = pageSize; ; ) {
    const rows = await tryRead(readRows, after, limit);
    if (!rows && limit === 1) {
      const reason = `The scan after number ${count} of the trail cannot be read, because it was changed.`;
      return { ok: false, reason };
    }
    // Read one scan at a time up to the unreadable one, so that the reason can name its number.
    if (!rows) {
      limit = 1;
      continue;
    }
    for (const row of rows) {
      count += 1;
      const { id } = row.scan;
      hash = chainHash(hash, row.scan);
      if (row.hash !== hash || row.count !== count || differsFromBody(row.scan)) {
        const reason = `Scan ${id}, number ${count} of the trail, has another hash than its contents: it was changed, or the scan before it is missing.`;
        return { ok: false, scan: id, reason };
      }
      const differentHead = knownByCount.get(count)?.find((head) => head.hash !== hash);
      if (differentHead) {
        const reason = `Scan ${id}, number ${count} of the trail, has the hash ${hash}, but the recorded head has ${differentHead.hash}: the trail was rewritten.`;
        return { ok: false, scan: id, reason };
      }
      after = id;
    }
    if (rows.length === 0) break;
    progress(count);
  }
  const longestKnown = Math.max(0, ...knownHeads.map((head) => head.count));
  if (longestKnown > count) {
    const reason = `The trail ends after ${count} scans, but there were ${longestKnown}: the newest are missing.`;
    return { ok: false, reason };
  }
  return count === 0 ? { ok: true } : { ok: true, head: { count, hash } };
}

/**
 * Reads rows of a trail. Returns undefined if a row cannot be converted to a scan, for example
 * because of an invalid time, which no hub stores.
 */
async function tryRead(
  readRows: Parameters<typeof checkChain>[0],
  after: number,
  limit: number,
): Promise<ChainRow[] | undefined> {
  try {
    return await readRows(after, limit);
  } catch (error) {
    if (isFromOutside(error)) throw error;
    return undefined;
  }
}

/**
 * Returns whether the stored tag data differs from the body. It has to be compared because the hash
 * covers only the body.
 */
function differsFromBody({ body, tagType, structured }: ChainRow["scan"]): boolean {
  const received = parseScan(body.replace(/^\uFEFF/, ""));
  if (!received.ok) return false;
  return (
    received.scan.tagType?.toWellFormed() !== tagType ||
    JSON.stringify(received.scan.structured) !== JSON.stringify(structured)
  );
}
