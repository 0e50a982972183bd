import {
  type Outcome,
  type Scan,
  type SendOptions,
  type Source,
  serializeScan,
} from "@scanhook/webhook";
import { createEntryId, type HistoryEntry } from "../history/entry.ts";
import { findEntryJob, toEntryJob } from "../history/entry-job.ts";
import type { Job } from "../jobs/job.ts";
import { withoutQuery } from "../jobs/without-query.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import type { DecidingReceivers } from "./deciding-receivers.ts";

/** The parts of the app that sending needs. */
export type ScanSenderDependencies = {
  /** Posts a scan to the receiver of a job. */
  send: (scan: string, job: Job | undefined, options: SendOptions) => Promise<Outcome>;
  /** The jobs of this phone, and the one that is on. */
  jobs: { all: readonly Job[]; on: Job | undefined };
  isEnabled: (source: Source) => boolean;
  putEntry: (entry: HistoryEntry) => Promise<void>;
  isOnline: () => boolean;
  offlineReason(): string;
  deciding: DecidingReceivers;
  /** Returns the quantity that the scan with this id takes. Called once for every new scan. */
  takeQuantity?: (id: string) => string | undefined;
  /** Called with the outcome of a scan that was posted to the receiver of a job. */
  onAnswer?: (outcome: Outcome, job: Job, entry: HistoryEntry) => void;
  pageOrigin?: string;
  now?: () => number;
  random?: () => number;
};

/** Values that the history keeps beside a scan. */
export type ScanDetails = Pick<HistoryEntry, "format" | "bytes">;

/** An entry with its final outcome. `isStored` is false if the browser could not store it. */
export type SettledEntry = HistoryEntry & { outcome: SettledOutcome; isStored: boolean };

/**
 * Called with the outcome as soon as it is known, before it is written to the history. The outcome
 * of a scan that is only kept, and not sent, is reported after that write.
 */
export type OnOutcome = (outcome: SettledOutcome) => void;

/**
 * Both functions resolve with the entry once its outcome is known and written, and never reject.
 */
export type ScanSender = {
  send: (
    source: Source,
    scan: Scan,
    details?: ScanDetails,
    onOutcome?: OnOutcome,
  ) => Promise<SettledEntry>;
  /**
   * Posts the same body again because a person asked for it, to the receiver of the job that the
   * scan was made for, even if the switch of its source is off.
   */
  resend: (entry: HistoryEntry, onOutcome?: OnOutcome) => Promise<SettledEntry>;
};

/**
 * Creates the sender of all scans. It writes each scan to the history, posts it once and adds the
 * outcome to its entry. Scans do not wait for each other, and a scan is sent even if the history
 * cannot be written. A scan is for the job that is on when it is made, whatever is on later.
 */
export function createScanSender(dependencies: ScanSenderDependencies): ScanSender {
  const now = dependencies.now ?? Date.now;
  let sequence = 0;

  async function storeAndPost(
    entry: HistoryEntry,
    enabled: boolean,
    onOutcome?: OnOutcome,
  ): Promise<SettledEntry> {
    const firstWrite = write(entry);
    const outcome = await post(entry, enabled);
    const isOnlyKept = outcome.kind === "off" || outcome.kind === "not-configured";
    if (!isOnlyKept) onOutcome?.(outcome);
    await firstWrite;
    const settledEntry = { ...entry, outcome };
    const isStored = await write(settledEntry);
    if (isOnlyKept) onOutcome?.(outcome);
    return { ...settledEntry, isStored };
  }

  async function post(entry: HistoryEntry, enabled: boolean): Promise<SettledOutcome> {
    const { deciding } = dependencies;
    if (!enabled) return { kind: "off" };
    const outcome = await postOnce(entry);
    const address = entry.sentTo ?? "";
    const isFailure = outcome.kind === "refused" || outcome.kind === "unreachable";
    if (isFailure && deciding.has(address)) return { ...outcome, unchecked: true };
    deciding.learn(address, outcome);
    return outcome;
  }

  async function postOnce(entry: HistoryEntry): Promise<Outcome> {
    try {
      const job = findReceiver(entry);
      const { quantity } = entry;
      const outcome = await dependencies.send(entry.body, job, {
        pageOrigin: dependencies.pageOrigin,
        query: quantity === undefined ? undefined : { quantity },
      });
      // Checked only after trying, because a receiver on this machine can be reached without a
      // network.
      const settled: Outcome =
        outcome.kind === "unreachable" && !dependencies.isOnline()
          ? { kind: "unreachable", cause: "network", reason: dependencies.offlineReason() }
          : outcome;
      if (job) dependencies.onAnswer?.(settled, job, entry);
      return settled;
    } catch (error) {
      return { kind: "unreachable", cause: "network", reason: String(error) };
    }
  }

  /** Returns the job that gets the scan, if it has an address, and notes that in the entry. */
  function findReceiver(entry: HistoryEntry): Job | undefined {
    const job = findEntryJob(entry, dependencies.jobs);
    if (!job || job === "gone" || job.url === "") return undefined;
    entry.job ??= toEntryJob(job);
    entry.sentTo = withoutQuery(job.url);
    return job;
  }

  /**
   * Returns whether the history has the entry. Storage may be full or forbidden; sending the scan
   * matters more.
   */
  async function write(entry: HistoryEntry): Promise<boolean> {
    try {
      await dependencies.putEntry({ ...entry });
      return true;
    } catch {
      return false;
    }
  }

  return {
    send(source, scan, { format, bytes } = {}, onOutcome) {
      const at = now();
      sequence += 1;
      const entry: HistoryEntry = {
        id: createEntryId(at, sequence, dependencies.random),
        source,
        scan,
        body: serializeScan(scan),
        at,
        sentAt: at,
        outcome: { kind: "sending" },
        resends: 0,
      };
      const { on } = dependencies.jobs;
      if (on) entry.job = toEntryJob(on);
      if (format !== undefined) entry.format = format;
      if (bytes !== undefined) entry.bytes = bytes;
      const quantity = dependencies.takeQuantity?.(entry.id);
      if (quantity !== undefined) entry.quantity = quantity;
      return storeAndPost(entry, dependencies.isEnabled(source), onOutcome);
    },
    resend(entry, onOutcome) {
      const resent: HistoryEntry = {
        ...entry,
        outcome: { kind: "sending" },
        sentAt: now(),
        resends: entry.resends + (wasPosted(entry) ? 1 : 0),
      };
      return storeAndPost(resent, true, onOutcome);
    },
  };
}

function wasPosted({ outcome }: HistoryEntry): boolean {
  return outcome.kind !== "off" && outcome.kind !== "not-configured";
}
