import { inStore } from "../database.ts";
import { answerDrafts } from "./answer-drafts.ts";
import { announceHistoryChange } from "./changes.ts";
import type { HistoryEntry } from "./entry.ts";

/** The number of entries that a search reads at a time. */
const batchSize = 500;

/** Returns the entry with this id; undefined if there is none. Rejects without storage. */
export function getEntry(id: string): Promise<HistoryEntry | undefined> {
  return inStore<HistoryEntry | undefined>("history", "readonly", (store) => store.get(id));
}

export async function deleteEntry(id: string): Promise<void> {
  await inStore("history", "readwrite", (store) => store.delete(id));
  announceHistoryChange();
}

/** Deletes all scans, and the answers to questions about them that were not taken yet. */
export async function deleteAllEntries(): Promise<void> {
  await inStore("history", "readwrite", (store) => store.clear());
  answerDrafts.clear();
  announceHistoryChange();
}

export function countEntries(): Promise<number> {
  return inStore("history", "readonly", (store) => store.count());
}

/**
 * Returns the entries before the id `before` that `matches` accepts, newest first and at most
 * `limit`. Reads batches from the newest key down, because a cursor would take a round trip for
 * each entry. Returns none if `signal` is aborted.
 */
export async function listEntries(page: {
  before?: string;
  limit: number;
  matches?: ((entry: HistoryEntry) => boolean) | undefined;
  signal?: AbortSignal;
}): Promise<HistoryEntry[]> {
  const { before, limit, matches, signal } = page;
  const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  const keys = await inStore("history", "readonly", (store) => store.getAllKeys(range));
  const matching: HistoryEntry[] = [];
  const size = matches ? batchSize : Math.min(batchSize, limit);
  for (let end = keys.length; end > 0 && matching.length < limit; end -= size) {
    if (signal?.aborted) return [];
    const batch = IDBKeyRange.bound(keys[Math.max(0, end - size)], keys[end - 1]);
    const entries = await inStore<HistoryEntry[]>("history", "readonly", (store) =>
      store.getAll(batch),
    );
    matching.push(...entries.reverse().filter((entry) => matches?.(entry) ?? true));
  }
  return matching.slice(0, limit);
}
