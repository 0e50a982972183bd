import type { Source } from "@scanhook/webhook";
import type { HistoryEntry } from "../../src/history/entry.ts";

/** The plugin in ios/LastScansPlugin.swift and android/LastScansPlugin.java. */
export type LastScansPlugin = { keep(last: LastContents): Promise<void> };

/**
 * The content of the last scan of each source: `""` for an empty tag, and missing if there is no
 * scan.
 */
type LastContents = Partial<Record<Source, string>>;

export type ScanHistory = {
  listEntries(page: {
    limit: number;
    matches?: (entry: HistoryEntry) => boolean;
  }): Promise<HistoryEntry[]>;
  countEntries(): Promise<number>;
  onHistoryChange(listener: () => void): () => void;
};

/** The number of entries that are read in an update: more than can be added between two updates. */
const recentEntryLimit = 50;

/**
 * Stores the last scan of each source for the actions "Get Last …", which do not start the app.
 * Updates it with the history, so that a deleted scan is removed there, too. Resolves after the
 * first update.
 */
export async function keepLastScans(plugin: LastScansPlugin, history: ScanHistory): Promise<void> {
  const lastContents: LastContents = {};
  let count = Number.POSITIVE_INFINITY;
  let currentUpdate: Promise<void> | undefined;
  let hasChanged = false;

  const update = async () => {
    const newCount = await history.countEntries();
    const newest = await history.listEntries({ limit: recentEntryLimit });
    for (const source of ["nfc", "code"] as const) {
      let lastEntry = newest.find((entry) => entry.source === source);
      // The last scan is older than the newest entries only after a deletion.
      if (!lastEntry && newCount < count) {
        [lastEntry] = await history.listEntries({
          limit: 1,
          matches: (entry) => entry.source === source,
        });
        delete lastContents[source];
      }
      if (lastEntry) lastContents[source] = lastEntry.scan.content;
    }
    count = newCount;
    await plugin.keep({ ...lastContents });
  };

  const updateUntilCurrent = async () => {
    do {
      hasChanged = false;
      // If the history or the store failed, the next scan tries again.
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
