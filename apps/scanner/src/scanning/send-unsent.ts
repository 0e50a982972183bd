import type { HistoryEntry } from "../history/entry.ts";
import type { SettledEntry } from "./scan-sender.ts";

/** How far sending the scans that were not sent has come. */
export type UnsentProgress = {
  total: number;
  /** How many were tried; the sum of the following two. */
  done: number;
  accepted: number;
  refused: number;
  /**
   * Why the rest was not tried: a person stopped, the receiver turned out to decide about scans, or
   * the last outcome.
   */
  stopped?: "person" | "decides" | { reason: string };
};

/**
 * Sends scans again one after another, each with its own body. Stops when `signal` aborts, and at
 * the first scan that shows that the others would fail too: the receiver is unreachable, wants
 * other credentials, or is not set. `refresh` returns the current entry, undefined if it was
 * deleted or sent meanwhile. Unless the person agreed that the receiver decides about the scans
 * (`forDecision`), a verdict stops it too, because the guests of the others may not be at the door.
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
