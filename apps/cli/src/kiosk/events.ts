import type { Outcome, Scan } from "@scanhook/webhook";

/** A scan to send. `reader` is where it was read; `note` says what was wrong with the tag. */
export type KioskScan = { scan: Scan; reader: string; note?: string | undefined };

/** An event at a kiosk. Each is one line, on the terminal and in JSON. */
export type KioskEvent =
  | (KioskScan & {
      kind: "scan";
      outcome: Outcome;
      ms: number;
      /** The receiver gave verdicts before, but none about this scan. */
      unchecked?: true;
    })
  /** Something was put on a reader or typed, and there is nothing to send. */
  | { kind: "unread"; reader: string; reason: string }
  | { kind: "reader"; reader: string }
  /** The reader is connected, but not among the wanted ones. */
  | { kind: "ignored"; reader: string }
  /** The kiosk tries the reader again until it is back, unless the event is `final`. */
  | { kind: "reader-gone"; reader: string; reason?: string; final?: boolean }
  /** The PC/SC service is available, or not. */
  | { kind: "service" }
  | { kind: "no-service"; reason: string; final: boolean }
  /** Stdin has ended. */
  | { kind: "input-end" };

/** Whether a scan went as the person expects. Decides between the good and the bad sound. */
export function isGood(event: KioskEvent): boolean {
  if (event.kind !== "scan" || event.note !== undefined) return false;
  const { outcome } = event;
  if (outcome.kind !== "accepted") return false;
  return outcome.verdict ? outcome.verdict.result === "yes" : outcome.reply?.warning !== true;
}

/**
 * Returns how often the bell rings: once for a yes and where there is no verdict, and differently
 * for all else.
 */
export function countBells(event: KioskEvent): number {
  if (event.kind !== "scan") return 1;
  if (event.unchecked) return 5;
  const verdict = event.outcome.kind === "accepted" ? event.outcome.verdict : undefined;
  return { yes: 1, look: 2, ask: 2, no: 3 }[verdict?.result ?? "yes"];
}
