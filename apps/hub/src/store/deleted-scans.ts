import { randomUUID } from "node:crypto";
import { bulkBatchSize, changeAll } from "./batches.ts";
import type { DeletedSelection, Deletion } from "./scan-selection.ts";
import type { Store } from "./store.ts";

/** How long a deleted scan can be restored, in milliseconds. */
const restorableMs = 10 * 60_000;

/**
 * The maximum size in bytes of the rows that one transaction deletes or restores, so that an
 * arriving scan does not wait long for its turn.
 */
const maxBatchBytes = 4 * 1024 * 1024;

type SizedScan = { id: number; bytes: number };

/**
 * The queries of a store that deletion needs. Each query that changes scans runs in one
 * transaction.
 */
type DeletionQueries = {
  /** Returns the size of each scan that is stored. */
  measure(ids: readonly number[]): Promise<SizedScan[]>;
  /** Deletes scans so that they can be restored, and returns their ids. */
  trash(ids: readonly number[], deletion: string): Promise<number[]>;
  /** Permanently deletes scans, and returns their ids. */
  remove(ids: readonly number[]): Promise<number[]>;
  /** Returns some deleted scans with an id greater than `after`, in the order of their ids. */
  find(selection: DeletedSelection, after: number): Promise<SizedScan[]>;
  /** Restores scans that were deleted after a time, and returns their ids. */
  restore(ids: readonly number[], deletedAfter: number): Promise<number[]>;
  list(deletedAfter: number): Promise<Omit<Deletion, "restorableUntil">[]>;
  /** Permanently deletes some deleted scans, and returns their number. */
  purge(selection: DeletedSelection): Promise<number>;
  now(): Promise<number>;
  onDeleted(ids: readonly number[]): void;
  onRestored(ids: readonly number[]): void;
};

type StoreDeletion = Pick<
  Store,
  "deleteScan" | "deleteScans" | "deletions" | "restoreScans" | "purgeDeleted" | "purgeExpired"
>;

/**
 * Creates the methods of a store that delete and restore scans. They process one batch at a time.
 */
export function createDeletion(queries: DeletionQueries): StoreDeletion {
  const purgeDeleted = (selection: DeletedSelection) => changeAll(() => queries.purge(selection));

  const deleteScans: Store["deleteScans"] = async (ids, options) => {
    const deleted: number[] = [];
    let refused = 0;
    for (let start = 0; start < ids.length; start += bulkBatchSize) {
      const batch = ids.slice(start, start + bulkBatchSize);
      for (const group of splitBySize(await queries.measure(batch))) {
        const deletedIds =
          "forGood" in options
            ? await queries.remove(group)
            : await queries.trash(group, options.deletion);
        queries.onDeleted(deletedIds);
        for (const id of deletedIds) deleted.push(id);
        // The remaining scans belong to an audit trail, or somebody else deleted them meanwhile.
        refused += (await queries.measure(group)).length;
      }
      if ("forGood" in options) await purgeDeleted({ ids: batch });
    }
    return { deleted, refused };
  };

  return {
    deleteScans,
    async deleteScan(id, { forGood = false } = {}) {
      const wasDeleted = forGood && (await purgeDeleted({ ids: [id] })) > 0;
      const options = forGood ? ({ forGood } as const) : { deletion: randomUUID() };
      const { deleted, refused } = await deleteScans([id], options);
      if (wasDeleted || deleted.length > 0) return "deleted";
      return refused > 0 ? "audited" : "no-such-scan";
    },
    async deletions() {
      const listed = await queries.list((await queries.now()) - restorableMs);
      return listed.map((deletion) => ({
        ...deletion,
        restorableUntil: new Date(Date.parse(deletion.deletedAt) + restorableMs).toISOString(),
      }));
    },
    async restoreScans(selection) {
      const deletedAfter = (await queries.now()) - restorableMs;
      const restored: number[] = [];
      let refused = 0;
      for (let after = 0; ; ) {
        const found = await queries.find(selection, after);
        if (found.length === 0) return { restored, refused };
        for (const group of splitBySize(found)) {
          const restoredIds = await queries.restore(group, deletedAfter);
          queries.onRestored(restoredIds);
          for (const id of restoredIds) restored.push(id);
          refused += group.length - restoredIds.length;
        }
        after = found.at(-1)!.id;
      }
    },
    purgeDeleted,
    purgeExpired: async () => purgeDeleted({ deletedUntil: (await queries.now()) - restorableMs }),
  };
}

/**
 * Splits scans into groups of ids of at most 4 MiB for one transaction each. A single larger scan
 * has a group of its own.
 */
function splitBySize(scans: readonly SizedScan[]): number[][] {
  const groups: number[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const scan of scans) {
    if (bytes + scan.bytes > maxBatchBytes) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)!.push(scan.id);
    bytes += scan.bytes;
  }
  return groups;
}
