import { inStore, outcomeIndex } from "../database.ts";
import { onHistoryChange } from "./changes.ts";
import { type HistoryEntry, toEntryState } from "./entry.ts";

/**
 * Calls `onCount` with the number of scans that were not sent, now and after every change of the
 * history.
 */
export function followCount(onCount: (count: number) => void): void {
  const recount = () =>
    countUnsent().then(onCount, () => {
      // The browser stores nothing for this page, so the history is empty.
    });
  onHistoryChange(recount);
  void recount();
}

async function countUnsent(): Promise<number> {
  const settledCounts = await Promise.all(
    ["refused", "unreachable", "not-configured"].map((kind) =>
      inStore("history", "readonly", (store) => store.index(outcomeIndex).count(kind)),
    ),
  );
  const sendingEntries = await inStore<HistoryEntry[]>("history", "readonly", (store) =>
    store.index(outcomeIndex).getAll("sending"),
  );
  const unknownEntries = sendingEntries.filter(
    (entry) => toEntryState(entry, performance.timeOrigin).kind === "unknown",
  );
  return settledCounts.reduce((sum, count) => sum + count, unknownEntries.length);
}
