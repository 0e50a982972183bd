import type { Source } from "@scanhook/webhook";
import type { HistoryEntry } from "../../src/history/entry.ts";

/** The plugin in ios/LastScansPlugin.swift and android/LastScansPlugin.java. */
export type LastScansPlugin = { keep(last: { nfc: string; code: string }): Promise<void> };

export type ScanHistory = {
  listEntries(page: {
    limit: number;
    matches?: (entry: HistoryEntry) => boolean;
  }): Promise<HistoryEntry[]>;
  countEntries(): Promise<number>;
  onHistoryChange(listener: () => void): () => void;
};

/** More entries than can be added between two updates. */
const recentEntryLimit = 50;

/**
 * Stores the last scan of each source where the actions "Get Last …" find it without starting the
 * app. It follows the history, so a deleted scan is removed here, too. Resolves after the first
 * update.
 */
export async function keepLastScans(plugin: LastScansPlugin, history: ScanHistory): Promise<void> {
  const lastContents: Record<Source, string> = { nfc: "", code: "" };
  let count = Number.POSITIVE_INFINITY;
  let currentUpdate: Promise<void> | undefined;
  let hasChanged = false;

  const update = async () => {
    const newCount = await history.countEntries();
    const newest = await history.listEntries({ limit: recentEntryLimit });
    for (const source of ["nfc", "code"] as const) {
      let lastEntry = newest.find((entry) => entry.source === source);
      // Only after a deletion can the last scan be an older one.
      if (!lastEntry && newCount < count) {
        [lastEntry] = await history.listEntries({
          limit: 1,
          matches: (entry) => entry.source === source,
        });
        lastContents[source] = "";
      }
      if (lastEntry) lastContents[source] = lastEntry.scan.content;
    }
    count = newCount;
    await plugin.keep({ ...lastContents });
  };

  const updateUntilCurrent = async () => {
    do {
      hasChanged = false;
      // The history or the store failed. The next scan tries again.
      await update().catch(() => undefined);
    } while (hasChanged);
    currentUpdate = undefined;
  };

  const onChange = () => {
    hasChanged = true;
    currentUpdate ??= updateUntilCurrent();
    return currentUpdate;
  };
  history.onHistoryChange(onChange);
  await onChange();
}
