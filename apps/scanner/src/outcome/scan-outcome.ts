import type { Outcome } from "@scanhook/webhook";

/**
 * The outcome of a scan. `unchecked`: the receiver decides about scans, as a hub with a register
 * does, but nobody knows what it decided about this one, or whether it heard of it.
 */
export type SettledOutcome = Outcome & { unchecked?: true };

/** The outcome of a scan that may still be on its way. */
export type ScanOutcome = SettledOutcome | { kind: "sending" };
