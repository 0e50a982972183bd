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

/** More than come between two looks. */
const recent = 50;

/**
 * Keeps what was scanned last where "Get Last …" finds it without this app. It follows the history: what is deleted
 * there is gone here, too. Returns once the first state is kept.
 */
export async function keepLastScans(plugin: LastScansPlugin, history: ScanHistory): Promise<void> {
  const last: Record<Source, string> = { nfc: "", code: "" };
  let count = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;
  let again = false;

  const look = async () => {
    const now = await history.countEntries();
    const newest = await history.listEntries({ limit: recent });
    for (const source of ["nfc", "code"] as const) {
      let found = newest.find((entry) => entry.source === source);
      // Only after a deletion can it be one from long ago.
      if (!found && now < count) {
        [found] = await history.listEntries({ limit: 1, matches: (one) => one.source === source });
        last[source] = "";
      }
      if (found) last[source] = found.scan.content;
    }
    count = now;
    await plugin.keep({ ...last });
  };

  const follow = async () => {
    do {
      again = false;
      // The history cannot be read, or the store not be written: the next scan tries again.
      await look().catch(() => undefined);
    } while (again);
    running = undefined;
  };

  const run = () => {
    again = true;
    running ??= follow();
    return running;
  };
  history.onHistoryChange(run);
  await run();
}
