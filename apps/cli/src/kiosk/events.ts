import type { Outcome, Scan } from "@scanhook/webhook";

/** A scan to send. `reader` is the device that read it; `note` says what was wrong with the tag. */
export type KioskScan = { scan: Scan; reader: string; note?: string | undefined };

/** An event at a kiosk. Each event is one line, on the terminal and in JSON. */
export type KioskEvent =
  | (KioskScan & {
      kind: "scan";
      outcome: Outcome;
      ms: number;
      /** The receiver gave verdicts before, but none about this scan. */
      unchecked?: true;
    })
  /** A tag or a line was read, but there is nothing to send. */
  | { kind: "unread"; reader: string; reason: string }
  | { kind: "reader"; reader: string }
  /** The reader is connected, but not among the wanted ones. */
  | { kind: "ignored"; reader: string }
  /** The kiosk tries the reader again until it is back, unless the event is `final`. */
  | { kind: "reader-gone"; reader: string; reason?: string; final?: boolean | undefined }
  /** The PC/SC service is available, or not. */
  | { kind: "service" }
  | { kind: "no-service"; reason: string; final: boolean }
  /** Stdin has ended. */
  | { kind: "input-end" };

/**
 * Returns whether a scan was accepted without a warning, and with the verdict yes if there is one.
 * Decides between the good and the bad sound.
 */
export function isGood(event: KioskEvent): boolean {
  if (event.kind !== "scan" || event.note !== undefined) return false;
  const { outcome } = event;
  if (outcome.kind !== "accepted") return false;
  return outcome.verdict ? outcome.verdict.result === "yes" : outcome.reply?.warning !== true;
}

/**
 * Returns how often the terminal bell rings: once for the verdict yes or without a verdict, twice
 * for look or ask, 3 times for no, and 5 times for a scan that the receiver did not check.
 */
export function countBells(event: KioskEvent): number {
  if (event.kind !== "scan") return 1;
  if (event.unchecked) return 5;
  const verdict = event.outcome.kind === "accepted" ? event.outcome.verdict : undefined;
  return { yes: 1, look: 2, ask: 2, no: 3 }[verdict?.result ?? "yes"];
}
