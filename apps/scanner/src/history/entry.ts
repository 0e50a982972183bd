import type { Outcome, Scan, Source } from "@scanhook/webhook";

/** One scan on this device, with what became of it. */
export type HistoryEntry = {
  /** Sorts by time: see {@link createEntryId}. */
  id: string;
  source: Source;
  scan: Scan;
  /** The bytes that were posted, and that a resend posts again. */
  body: string;
  /** A `CodeFormat`, for codes. */
  format?: string;
  /** What the code holds before it was decoded as text; a tag's NDEF message. */
  bytes?: Uint8Array;
  /** When it was read, in milliseconds since 1970. */
  at: number;
  outcome: Outcome | { kind: "sending" };
  /** When the last sending began, in milliseconds since 1970. */
  sentAt?: number;
  /** The receiver's address without its query. */
  sentTo?: string;
  resends: number;
};

/** What is known of a scan: `unknown` when the app was closed while it was sending. */
export type EntryState = HistoryEntry["outcome"] | { kind: "unknown" };

/**
 * The state to show. A sending that began before this page did (`pageStart`) has nobody left who waits for
 * its answer; it may have arrived, so it is not sent again by itself.
 */
export function stateOf(entry: HistoryEntry, pageStart: number): EntryState {
  const { outcome, sentAt = entry.at } = entry;
  return outcome.kind === "sending" && sentAt < pageStart ? { kind: "unknown" } : outcome;
}

/** A key that sorts as the scans were made, also within one millisecond. */
export function createEntryId(
  at: number,
  sequence: number,
  random: () => number = Math.random,
): string {
  const part = (value: number, length: number) => value.toString(36).padStart(length, "0");
  return part(at, 9) + part(sequence % 36 ** 3, 3) + part(Math.floor(random() * 36 ** 4), 4);
}
