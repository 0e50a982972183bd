/**
 * Scans with these ids were received while the clock of the hub was wrong. The last id and the time
 * of the correction are missing while it is.
 */
export type ClockFault = { firstScan: number; lastScan?: number; correctedAt?: string };

/** The clock went from `since` to `before` while the hub ran, and then jumped to `after`. */
export type ClockJump = { since: Date; before: Date; after: Date };

/**
 * Marks scans of a wrong clock and repairs times. Times are those of the hub, also on PostgreSQL.
 */
export type ClockStore = {
  /** Lists the faults, oldest first. */
  clockFaults(): Promise<ClockFault[]>;
  /** Marks all scans from the next one on, until the fault ends. Does nothing during a fault. */
  beginClockFault(): Promise<void>;
  /**
   * Ends the fault, or marks the scans from `firstScan` on if there was none. Sessions, deletions,
   * changes of registers and retries of the time before the jump move with the clock.
   */
  endClockFault(jump: ClockJump, firstScan: number): Promise<void>;
  /**
   * Repairs what an earlier process left behind whose clock was wrong: ends its fault, marks the
   * scans that it received in the future, and brings times before `released` and in the future back
   * to now. Returns the latest time at which a scan was received, if scans that lie over
   * `toleranceMs` in the future were not marked before.
   */
  repairTimes(options: { released: Date; toleranceMs: number }): Promise<string | undefined>;
};

/** No retry, alert or code is due later than this after it was made, in milliseconds. */
export const maxRetryMs = 8 * 86_400_000;
/** A repaired session lasts this long, in milliseconds. */
export const maxSessionMs = 31 * 86_400_000;

/** The times of a jump in milliseconds since 1970. */
export type JumpTimes = { since: number; before: number; after: number };

export type ClockFaultRow = {
  first_scan: number;
  last_scan: number | null;
  corrected_at: number | null;
};

export function toClockFault({ first_scan, last_scan, corrected_at }: ClockFaultRow): ClockFault {
  return {
    firstScan: first_scan,
    ...(last_scan !== null && { lastScan: last_scan }),
    ...(corrected_at !== null && { correctedAt: new Date(corrected_at).toISOString() }),
  };
}
