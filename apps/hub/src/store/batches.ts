/**
 * How many rows one transaction changes when very many have to change. It is small enough that an
 * arriving scan does not wait long for its turn.
 */
export const batchSize = 500;

/**
 * How many scans one transaction deletes or brings back: less than `batchSize`, because each has
 * words and deliveries.
 */
export const bulkBatchSize = 200;

/**
 * The bytes after which a page of scans ends, so that memory stays bounded however large the scans
 * are.
 */
export const maxPageBytes = 1024 * 1024;

/** How much of a scan counts in a page that cuts long texts. */
export const maxListedBytes = 64 * 1024;

/**
 * Runs `changeBatch` until it has nothing left to change. Returns the number of rows changed in
 * all.
 */
export async function changeAll(changeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await changeBatch();
    if (changed === 0) return total;
    total += changed;
  }
}

/**
 * Changes everything that `find` returns, a batch at a time in the order of the ids. Rows with an
 * id above `lastId` are left alone, so that rows which are added meanwhile cannot keep this going.
 * Returns the sum of what `change` returns.
 */
export async function changeFound(parts: {
  lastId: number;
  find: (page: { after: number; before: number; limit: number }) => Promise<number[]>;
  change: (ids: number[]) => Promise<number>;
}): Promise<number> {
  const { lastId, find, change } = parts;
  let total = 0;
  for (let after = 0; ; ) {
    const ids = await find({ after, before: lastId + 1, limit: batchSize });
    if (ids.length > 0) total += await change(ids);
    if (ids.length < batchSize) return total;
    after = ids.at(-1)!;
  }
}
