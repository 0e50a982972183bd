import type { Spool } from "@scanhook/tags";
import type { AnswersOutcome, Outcome, Scan, Verdict } from "@scanhook/webhook";

/**
 * A scan to send. `reader` is the device that read it; `note` says what was wrong with the tag, and
 * `spool` is what the tag says about a spool.
 */
export type KioskScan = {
  scan: Scan;
  reader: string;
  note?: string | undefined;
  spool?: Spool | undefined;
};

/** An event at a kiosk. Each event is one line, on the terminal and in JSON. */
export type KioskEvent =
  | (KioskScan & {
      kind: "scan";
      outcome: Outcome;
      ms: number;
      /** The receiver gave verdicts before, but none about this scan. */
      unchecked?: true;
    })
  /** The questions about a scan were answered, or nobody answered them. */
  | (KioskScan & {
      kind: "answers";
      outcome: AnswersOutcome | { kind: "unanswered" };
      ms: number;
    })
  /** A scan is sent when the open questions are answered. */
  | (KioskScan & { kind: "waiting" })
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
 * Decides between the good sound and the others.
 */
export function isGood(event: KioskEvent): boolean {
  if (event.kind === "answers") return verdictOf(event)?.result === "yes";
  if (event.kind !== "scan" || event.note !== undefined) return false;
  const { outcome } = event;
  if (outcome.kind !== "accepted") return false;
  return outcome.verdict ? outcome.verdict.result === "yes" : outcome.reply?.warning !== true;
}

/** Returns the sound of an event at the reader. */
export function soundOf(event: KioskEvent): "good" | "bad" | "ask" {
  if (verdictOf(event)?.result === "ask") return "ask";
  return isGood(event) ? "good" : "bad";
}

/** Returns the verdict that an event brings; undefined if it brings none. */
export function verdictOf(event: KioskEvent): Verdict | undefined {
  if (event.kind !== "scan" && event.kind !== "answers") return undefined;
  const { outcome } = event;
  return outcome.kind === "accepted" || outcome.kind === "verdict" ? outcome.verdict : undefined;
}

/**
 * Returns how often the terminal bell rings: once for the verdict yes or without a verdict, twice
 * for look, 3 times for no, 4 times for ask, and 5 times for a scan that the receiver did not check
 * and for answers that it did not take.
 */
export function countBells(event: KioskEvent): number {
  if (event.kind === "scan" && event.unchecked) return 5;
  const verdict = verdictOf(event);
  if (event.kind === "answers" && !verdict) return 5;
  return { yes: 1, look: 2, no: 3, ask: 4 }[verdict?.result ?? "yes"];
}
