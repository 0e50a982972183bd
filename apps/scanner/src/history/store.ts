import { inStore } from "../database.ts";
import type { HistoryEntry } from "./entry.ts";

/** How many entries are read at once while searching. */
const batch = 500;

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/** Writes an entry, new or changed. */
export async function putEntry(entry: HistoryEntry): Promise<void> {
  await inStore("history", "readwrite", (store) => store.put(entry));
  tellOthers();
}

export function getEntry(id: string): Promise<HistoryEntry | undefined> {
  return inStore<HistoryEntry | undefined>("history", "readonly", (store) => store.get(id));
}

export async function deleteEntry(id: string): Promise<void> {
  await inStore("history", "readwrite", (store) => store.delete(id));
  tellOthers();
}

export async function deleteAllEntries(): Promise<void> {
  await inStore("history", "readwrite", (store) => store.clear());
  tellOthers();
}

export function countEntries(): Promise<number> {
  return inStore("history", "readonly", (store) => store.count());
}

/**
 * Entries, newest first: at most `limit` that come before the id `before` and that `matches` takes. Reads in
 * batches from the newest key down, because a cursor takes a round trip for each entry.
 */
export async function listEntries(page: {
  before?: string;
  limit: number;
  matches?: (entry: HistoryEntry) => boolean;
  signal?: AbortSignal;
}): Promise<HistoryEntry[]> {
  const { before, limit, matches, signal } = page;
  const older = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  const keys = await inStore("history", "readonly", (store) => store.getAllKeys(older));
  const found: HistoryEntry[] = [];
  const size = matches ? batch : Math.min(batch, limit);
  for (let end = keys.length; end > 0 && found.length < limit; end -= size) {
    if (signal?.aborted) return [];
    const range = IDBKeyRange.bound(keys[Math.max(0, end - size)], keys[end - 1]);
    const entries = await inStore<HistoryEntry[]>("history", "readonly", (store) =>
      store.getAll(range),
    );
    found.push(...entries.reverse().filter((entry) => matches?.(entry) ?? true));
  }
  return found.slice(0, limit);
}

/** Calls `listener` after every change, also of other windows. Returns how to stop. */
export function onHistoryChange(listener: () => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellOthers(): void {
  openChannel().postMessage("changed");
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

function openChannel(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel("scanhook.history");
    channel.onmessage = tellListeners;
  }
  return channel;
}
