import { getEntry } from "../history/entries.ts";
import { type HistoryEntry, toEntryState } from "../history/entry.ts";
import { isUnsent } from "../history/unsent.ts";
import { scanSender } from "./app-scan-sender.ts";
import { sendUnsent, type UnsentProgress } from "./send-unsent.ts";

let progress = $state.raw<UnsentProgress | undefined>();
let running = $state.raw<AbortController | undefined>();
/** The id of the job whose scans are, or were last, sent; undefined without a receiver. */
let jobId = $state.raw<string | undefined>();

/**
 * Sends scans that were not sent, because a person asked for it. It goes on while other screens are
 * shown.
 */
export const unsentSending = {
  get progress(): UnsentProgress | undefined {
    return progress;
  },
  get jobId(): string | undefined {
    return jobId;
  },
  get isRunning(): boolean {
    return running !== undefined;
  },
  /**
   * Sends these scans of the job `of`; `forDecision` if the person agreed that its receiver decides
   * about them.
   */
  async start(
    entries: readonly HistoryEntry[],
    { of, forDecision = false }: { of: string | undefined; forDecision?: boolean },
  ): Promise<void> {
    if (running) return;
    jobId = of;
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
