/**
 * The maximum number of rows that one transaction of a large change changes. It is small, so that
 * an arriving scan does not wait long for its turn.
 */
export const batchSize = 500;

/**
 * The maximum number of scans that one transaction deletes or restores. It is less than
 * `batchSize`, because each scan has indexed words and deliveries.
 */
export const bulkBatchSize = 200;

/**
 * The size in bytes at which a page of scans ends, so that large scans do not need unlimited
 * memory.
 */
export const maxPageBytes = 1024 * 1024;

/** The maximum number of bytes that one scan adds to the size of a page with cut texts. */
export const maxListedBytes = 64 * 1024;

/** Runs `changeBatch` until it changes no more rows. Returns the total number of changed rows. */
export async function changeAll(changeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await changeBatch();
    if (changed === 0) return total;
    total += changed;
  }
}

/**
 * Changes all rows that `find` returns, a batch at a time in the order of the ids. Ignores ids
 * above `lastId`, because otherwise rows that are added meanwhile could make this run forever.
 * Returns the sum of the results of `change`.
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
