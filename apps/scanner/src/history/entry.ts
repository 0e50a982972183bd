import type { Scan, Source } from "@scanhook/webhook";
import type { ScanOutcome } from "../outcome/scan-outcome.ts";

/**
 * The outcome after a person gave up a scan about which no receiver decided. Such a scan no longer
 * counts as not sent.
 */
type Forgotten = { kind: "forgotten" };

/**
 * The job that a scan was made for, as the history keeps it. `address` is the receiver URL without
 * its query.
 */
export type EntryJob = { id: string; name: string; address: string };

/** A scan in the history of this device, with its outcome. */
export type HistoryEntry = {
  /** The key in the database, which sorts by time; see {@link createEntryId}. */
  id: string;
  source: Source;
  scan: Scan;
  /** The request body, which a resend posts again unchanged. */
  body: string;
  /** The `CodeFormat` of a code. */
  format?: string;
  /** The bytes of a code before they are decoded as text, or the NDEF message of a tag. */
  bytes?: Uint8Array;
  /** The quantity that the scan is sent with, for a receiver that books things. */
  quantity?: string | undefined;
  /** The time of the reading in milliseconds since 1970. */
  at: number;
  outcome: ScanOutcome | Forgotten;
  /** The time when the scan was last sent, in milliseconds since 1970. */
  sentAt?: number;
  /** The receiver URL without its query. */
  sentTo?: string;
  /** The job that the scan was made for. Earlier versions had one receiver, and no jobs. */
  job?: EntryJob;
  resends: number;
};

/** The outcome to show. It is `unknown` if the app was closed while the scan was being sent. */
export type EntryState = HistoryEntry["outcome"] | { kind: "unknown" };

/**
 * Returns the outcome to show. An entry that was being sent before the page was loaded at
 * `pageStart` is `unknown`, because nothing waits for the response any more. The scan may have
 * arrived, so it is not sent again automatically.
 */
export function toEntryState(entry: HistoryEntry, pageStart: number): EntryState {
  const { outcome, sentAt = entry.at } = entry;
  return outcome.kind === "sending" && sentAt < pageStart ? { kind: "unknown" } : outcome;
}

/** Returns whether a receiver that decides about scans gave no decision about this one. */
export function isUnchecked({ outcome }: HistoryEntry): boolean {
  return "unchecked" in outcome && outcome.unchecked === true;
}

/**
 * Creates a key that sorts in the order of the scans, even within a millisecond: time, sequence
 * number and a random part, each in base 36 and padded.
 */
export function createEntryId(
  time: number,
  sequence: number,
  random: () => number = Math.random,
): string {
  const encodePart = (value: number, length: number) => value.toString(36).padStart(length, "0");
  return [
    encodePart(time, 9),
    encodePart(sequence % 36 ** 3, 3),
    encodePart(Math.floor(random() * 36 ** 4), 4),
  ].join("");
}
