import { inStore } from "../database.ts";
import { announceHistoryChange } from "./changes.ts";
import type { HistoryEntry } from "./entry.ts";

/**
 * Writes a new or changed entry. This file holds nothing else, because the first screen needs
 * nothing else of the history.
 */
export async function putEntry(entry: HistoryEntry): Promise<void> {
  await inStore("history", "readwrite", (store) => store.put(entry));
  announceHistoryChange();
}
