import { type HistoryEntry, isUnchecked } from "../history/entry.ts";
import type { DecidingReceivers } from "./deciding-receivers.ts";
import { withoutQuery } from "./scan-sender.ts";

/**
 * Divides scans that were not sent. Those that await a decision would be decided if they were sent
 * to `receiver` now, so that guests who left long ago count as in, or were meant for a receiver
 * that decides. The others are only stored where they arrive.
 */
export function divideUnsent(
  entries: readonly HistoryEntry[],
  receiver: string,
  deciding: Pick<DecidingReceivers, "has">,
): { plain: HistoryEntry[]; awaiting: HistoryEntry[] } {
  const decidesNow = deciding.has(withoutQuery(receiver));
  const awaits = (entry: HistoryEntry) =>
    decidesNow || isUnchecked(entry) || deciding.has(entry.sentTo ?? "");
  return {
    plain: entries.filter((entry) => !awaits(entry)),
    awaiting: entries.filter(awaits),
  };
}
