import type { HistoryEntry } from "../history/entry.ts";
import type { SettledEntry } from "./scan-sender.ts";

/** The progress of sending the unsent scans. */
export type UnsentProgress = {
  total: number;
  /** The number of scans that were tried: `accepted` and `refused` together. */
  done: number;
  accepted: number;
  refused: number;
  /**
   * Why the other scans were not tried: a person stopped the sending, the receiver turned out to
   * decide about scans, or the reason of the last outcome.
   */
  stopped?: "person" | "decides" | { reason: string };
};

/**
 * Sends scans again one after another, each with its own body. Stops when `signal` aborts, and at
 * the first scan that shows that the others would fail too: the receiver is unreachable, wants
 * other credentials, or is not set. `refresh` returns the current entry, or undefined if it was
 * deleted or sent meanwhile. A verdict also stops the sending, because the guests of the other
 * scans may not be at the door, unless the person agreed that the receiver decides (`forDecision`).
 * Reports after every scan and resolves with the last report.
 */
export async function sendUnsent(
  entries: readonly HistoryEntry[],
  options: {
    resend: (entry: HistoryEntry) => Promise<SettledEntry>;
    forDecision: boolean;
    refresh: (id: string) => Promise<HistoryEntry | undefined>;
    signal: AbortSignal;
    onProgress: (progress: UnsentProgress) => void;
  },
): Promise<UnsentProgress> {
  let progress: UnsentProgress = { total: entries.length, done: 0, accepted: 0, refused: 0 };
  const report = (change: Partial<UnsentProgress>) => {
    progress = { ...progress, ...change };
    options.onProgress(progress);
  };
  report({});
  for (const { id } of entries) {
    if (options.signal.aborted) {
      report({ stopped: "person" });
      break;
    }
    const entry = await options.refresh(id);
    if (!entry) {
      report({ total: progress.total - 1 });
      continue;
    }
    const { outcome } = await options.resend(entry);
    const done = progress.done + 1;
    if (outcome.kind === "accepted") {
      report({ done, accepted: progress.accepted + 1 });
      if (outcome.verdict && !options.forDecision && done < progress.total) {
        report({ stopped: "decides" });
        break;
      }
    } else if (outcome.kind === "refused" && outcome.status !== 401) {
      report({ done, refused: progress.refused + 1 });
    } else {
      report({ stopped: { reason: "reason" in outcome ? outcome.reason : "" } });
      break;
    }
  }
  return progress;
}
