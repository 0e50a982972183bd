import type { Outcome } from "@scanhook/webhook";

/**
 * The outcome of a scan. `unchecked`: the receiver decides about scans, as a hub with a register
 * does, but it is unknown what it decided about this scan and whether it received the scan at all.
 */
export type SettledOutcome = Outcome & { unchecked?: true };

/** The outcome of a scan that may still be on its way. */
export type ScanOutcome = SettledOutcome | { kind: "sending" };
