import type { Outcome, Scan } from "@scanhook/webhook";

/** A scan to send. `reader` is where it was read; `note` says what was wrong with the tag. */
export type KioskScan = { scan: Scan; reader: string; note?: string };

/** An event at a kiosk. Each is one line, on the terminal and in JSON. */
export type KioskEvent =
  | (KioskScan & { kind: "scan"; outcome: Outcome; ms: number })
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
  return event.outcome.kind === "accepted" && event.outcome.reply?.warning !== true;
}
