import { mayHaveStored } from "@scanhook/webhook";
import { inStore, outcomeIndex } from "../database.ts";
import { type EntryState, type HistoryEntry, toEntryState } from "./entry.ts";

/**
 * The kinds of outcomes that unsent scans have. A `sending` scan is unsent only if the page was
 * closed meanwhile. A scan whose source is switched off does not count.
 */
const unsentKinds = ["refused", "unreachable", "not-configured", "sending"] as const;

/** Returns whether a scan should have been sent but is not known to have arrived. */
export function isUnsent({ kind }: EntryState): boolean {
  return kind === "unknown" || (kind !== "sending" && unsentKinds.some((each) => each === kind));
}

/**
 * Returns whether a scan that counts as not sent may still have arrived, so that a resend may
 * deliver it twice: the response was lost, or the receiver failed after it had read the scan.
 */
export function mayHaveArrived(state: EntryState): boolean {
  if (state.kind === "unknown") return true;
  if (state.kind === "refused") return mayHaveStored(state.status);
  return (
    state.kind === "unreachable" &&
    ["timeout", "reset", "blocked", "cancelled"].includes(state.cause)
  );
}

/** Lists the scans that were not sent, oldest first. `pageStart` is as in {@link toEntryState}. */
export async function listUnsent(pageStart: number): Promise<HistoryEntry[]> {
  const lists = await Promise.all(
    unsentKinds.map((kind) =>
      inStore<HistoryEntry[]>("history", "readonly", (store) =>
        store.index(outcomeIndex).getAll(kind),
      ),
    ),
  );
  return lists
    .flat()
    .filter((entry) => isUnsent(toEntryState(entry, pageStart)))
    .sort((entry, other) => (entry.id < other.id ? -1 : 1));
}
