import { getEntry } from "../history/entries.ts";
import { type HistoryEntry, toEntryState } from "../history/entry.ts";
import { isUnsent } from "../history/unsent.ts";
import { scanSender } from "./app-scan-sender.ts";
import { sendUnsent, type UnsentProgress } from "./send-unsent.ts";

let progress = $state.raw<UnsentProgress | undefined>();
let running = $state.raw<AbortController | undefined>();

/**
 * Sends scans that were not sent, because a person asked for it. It goes on while other screens are
 * shown.
 */
export const unsentSending = {
  get progress(): UnsentProgress | undefined {
    return progress;
  },
  get isRunning(): boolean {
    return running !== undefined;
  },
  /** Sends these scans; `forDecision` if the person agreed that the receiver decides about them. */
  async start(entries: readonly HistoryEntry[], { forDecision = false } = {}): Promise<void> {
    if (running) return;
    const controller = new AbortController();
    running = controller;
    try {
      await sendUnsent(entries, {
        forDecision,
        resend: scanSender.resend,
        refresh: async (id) => {
          const entry = await getEntry(id);
          return entry && isUnsent(toEntryState(entry, performance.timeOrigin)) ? entry : undefined;
        },
        signal: controller.signal,
        onProgress: (report) => {
          progress = report;
        },
      });
    } finally {
      running = undefined;
    }
  },
  /** Stops after the scan that is being sent. */
  stop(): void {
    running?.abort();
  },
  /** Forgets the last report. */
  dismiss(): void {
    if (!running) progress = undefined;
  },
};
