import { type HistoryEntry, isUnchecked } from "../history/entry.ts";
import { withoutQuery } from "../jobs/without-query.ts";
import type { DecidingReceivers } from "./deciding-receivers.ts";

/**
 * Divides unsent scans by whether a receiver decides about them. Entries are `awaiting` a decision
 * if `receiver` decides, or if the receiver that they were meant for does; sent now, they could
 * count guests as inside who left long ago. Entries are `plain` if they would only be stored.
 */
export function divideUnsent(
  entries: readonly HistoryEntry[],
  receiver: string,
  deciding: Pick<DecidingReceivers, "has">,
): { plain: HistoryEntry[]; awaiting: HistoryEntry[] } {
  const decidesNow = deciding.has(withoutQuery(receiver));
  const awaitsDecision = (entry: HistoryEntry) =>
    decidesNow || isUnchecked(entry) || deciding.has(entry.sentTo ?? "");
  return {
    plain: entries.filter((entry) => !awaitsDecision(entry)),
    awaiting: entries.filter(awaitsDecision),
  };
}
